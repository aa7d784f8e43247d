import { newId, Refused, toToken, type Answer, type Books, type Call, type Entry, type Txn } from "./books.ts";

/** Its handlers by method and path. */
export function toRoutes(books: Books): [string, RegExp, (call: Call) => Answer][] {
  const {
    form,
    people,
    logins,
    txns,
    files,
    orders,
    ofBody,
    ofQuery,
    touch,
    send,
    submit,
    toProfile,
    toInfo,
    toBill,
    isRemaining,
  } = books;
  return [
    [
      "POST",
      /^\/profile\/login$/,
      ({ body }) => {
        const person = people.get(String(body["mobile"]));
        if (!person) throw new Refused(404, 105, "Profile not found");
        return send(person);
      },
    ],
    [
      "POST",
      /^\/profile$/,
      ({ body }) => {
        const person = { mobile: String(body["mobile"]), name: String(body["name"]), otp: "" };
        people.set(person.mobile, person);
        return send(person);
      },
    ],
    [
      "PUT",
      /^\/profile\/otp\/(\w+)\/verify$/,
      ({ params: [txnId = ""], body }) => {
        const person = logins.get(txnId);
        if (!person || body["otp"] !== person.otp) throw new Refused(400, 107, "Invalid OTP");
        return {
          accessToken: toToken(person.mobile, "access"),
          refreshToken: toToken(person.mobile, "refresh"),
          refreshTokenExpiresIn: 3600,
        };
      },
    ],
    ["PUT", /^\/profile\/login\/get-token$/, ({ person }) => ({ accessToken: toToken(person().mobile, "access") })],
    ["GET", /^\/profile$/, ({ person }) => toProfile(person())],
    ["POST", /^\/verifications\/otp\/aadhaar$/, ({ person }) => ({ otpTxnId: send(person()).txnId })],
    [
      "POST",
      /^\/profile\/aadhaar$/,
      ({ person, body }) => {
        const one = person();
        if (body["otp"] !== one.otp) throw new Refused(400, 107, "Invalid OTP");
        one.proved = one.name;
        return toProfile(one);
      },
    ],
    [
      "GET",
      /^\/verifier\/([\w-]+)$/,
      ({ params: [orgId = ""] }) => ({ orgId, name: orgId, imageUrl: "", additionalDetail: {} }),
    ],
    [
      "POST",
      /^\/transactions$/,
      ({ person }) => {
        const entries = form.items.map(({ name }): [string, Entry] => [
          name,
          { state: "NOT_INITIALIZED", markedAsSkip: false, subType: null, responseList: [] },
        ]);
        const txn: Txn = {
          txnId: newId(),
          of: person(),
          state: "NOT_INITIALIZED",
          updatedAt: new Date().toISOString(),
          entries: Object.fromEntries(entries),
        };
        txns.set(txn.txnId, txn);
        return { transactionId: txn.txnId };
      },
    ],
    [
      "POST",
      /^\/transactions\/process$/,
      (call) => {
        const txn = ofBody(call);
        if (txn.state === "NOT_INITIALIZED") txn.state = "PENDING";
        else if (!form.paymentRequired && !Object.values(txn.entries).some(isRemaining)) submit(txn);
        touch(txn);
        return { state: txn.state };
      },
    ],
    [
      "POST",
      /^\/transactions\/eval-info$/,
      (call) => ({ evaluation: { state: ofBody(call) && "evaluationRequested" } }),
    ],
    ["GET", /^\/transactions\/info$/, (call) => toInfo(ofQuery(call))],
    [
      "POST",
      /^\/transactions\/process\/mark-as-skip$/,
      (call) => {
        const txn = ofBody(call);
        for (const name of call.body["verificationNameList"] as string[]) txn.entries[name]!.markedAsSkip = true;
        touch(txn);
        return {};
      },
    ],
    [
      "GET",
      /^\/transactions\/candidate-transaction$/,
      ({ person }) => {
        const list = [...txns.values()].filter(({ of }) => of === person());
        return {
          list: list.map(({ txnId, state, updatedAt }) => ({
            orgId: form.orgId,
            txnId,
            eKycFormId: form.formId,
            form: { name: form.name },
            state,
            updatedAt,
          })),
          total: list.length,
        };
      },
    ],
    [
      "GET",
      /^\/ekyc-forms\/public$/,
      () => ({ list: [{ formId: form.formId, name: form.name, orgId: form.orgId }], total: 1 }),
    ],
    [
      "GET",
      /^\/transactions\/([\w-]+)\/info$/,
      (call) => {
        const [name = ""] = call.params;
        const entry = ofQuery(call).entries[name];
        if (!entry) throw new Refused(404, 104, "Not found");
        return { name, state: entry.state, request: null, responseList: entry.responseList };
      },
    ],
    [
      "POST",
      /^\/bgv$/,
      (call) => {
        const txn = ofBody(call);
        for (const { verificationName, data } of call.body["list"] as {
          verificationName: string;
          data: Record<string, unknown>;
        }[]) {
          const subType = `${verificationName}-1`;
          txn.entries[verificationName] = {
            state: "DATA_SAVED",
            markedAsSkip: false,
            subType,
            responseList: [{ subType, data }],
          };
        }
        touch(txn);
        return {};
      },
    ],
    [
      "DELETE",
      /^\/bgv$/,
      (call) => {
        const txn = ofBody(call);
        for (const entry of Object.values(txn.entries))
          if (entry.subType === call.body["subType"])
            Object.assign(entry, { state: "NOT_INITIALIZED", subType: null, responseList: [] });
        return {};
      },
    ],
    [
      "GET",
      /^\/transactions\/payment\/region$/,
      () => ({ list: [{ name: "India (INR)", value: "IN", currencySymbol: "INR" }], total: 1 }),
    ],
    ["GET", /^\/transactions\/payment\/mode$/, () => ({ showWarning: false, expressAllowed: false })],
    [
      "GET",
      /^\/transactions\/payment-option$/,
      () => ({ list: [{ name: "phonepe", displayName: "PhonePe", region: "IN" }], total: 1 }),
    ],
    ["GET", /^\/transactions\/payment$/, (call) => toBill(ofQuery(call))],
    [
      "POST",
      /^\/transactions\/payment\/init$/,
      (call) => {
        const txn = ofBody(call);
        txn.order = { _id: newId(), currentStatus: "Pending" };
        return {
          provider: "phonepe",
          redirectInfo: { web: `https://pay.example/${txn.order._id}` },
          paymentSessionId: null,
        };
      },
    ],
    [
      "GET",
      /^\/transactions\/payment\/poll$/,
      ({ query }) => {
        const found = orders().find(({ order }) => order?._id === query.get("paymentId"));
        if (!found) throw new Refused(404, 104, "Not found");
        return { currentStatus: found.order!.currentStatus };
      },
    ],
    [
      "GET",
      /^\/transactions\/payment\/history$/,
      ({ person }) => ({
        list: orders()
          .filter(({ of }) => of === person())
          .map((txn) => ({
            paymentList: [
              {
                _id: txn.order!._id,
                transactionId: txn.txnId,
                price: { items: toBill(txn).items, toPay: 1180, gst: 180, currencySymbol: "INR" },
                amount: 1180,
                org: { displayName: form.orgId, imageUrl: "" },
                updatedAt: txn.updatedAt,
                currentStatus: txn.order!.currentStatus,
                paymentId: txn.order!._id,
                discount: { amount: 0, mrpDiscount: 0, percentage: 0 },
                refundDetails: [],
                totalAmountPaid: 1180,
              },
            ],
          })),
      }),
    ],
    [
      "GET",
      /^\/notification$/,
      () => ({
        list: [{ title: "Welcome", description: "Your wallet is ready", createdAt: new Date(0).toISOString() }],
        total: 1,
      }),
    ],
    [
      "GET",
      /^\/credentials$/,
      () => ({ list: [{ credentialType: "Degree", credentialAttributes: { Course: "B.Sc." } }] }),
    ],
    [
      "POST",
      /^\/detect-document-issues$/,
      ({ person }) =>
        person() && {
          blurry: { status: false },
          smudgy: { status: false },
          cropped: { status: false },
          dimension_issue: { status: false },
          reason: null,
        },
    ],
    [
      "POST",
      /^\/files$/,
      ({ person, bytes, type }) => {
        person();
        const id = newId();
        files.set(id, readPart(bytes, type));
        return { fileUrl: `/utility/api/1.0/files/${id}` };
      },
    ],
    ["GET", /^\/files\/(\w+)$/, ({ params: [id = ""] }) => files.get(id) ?? notThere()],
    [
      "GET",
      /^\/(institutes|boards)$/,
      () => ({
        list: [{ name: "Central Board of Secondary Education", value: "central-board-of-secondary-education" }],
        total: 1,
      }),
    ],
  ];
}

function notThere(): never {
  throw new Refused(404, 104, "Not found");
}

/** The single file of a multipart body. */
function readPart(bytes: Buffer, type: string): { bytes: Buffer; type: string } {
  const boundary = `--${/boundary=([^;]+)/.exec(type)?.[1] ?? ""}`;
  const start =
    bytes.lastIndexOf("\r\n\r\n", bytes.lastIndexOf(boundary)) < 0
      ? 0
      : bytes.indexOf("\r\n\r\n", bytes.indexOf("filename=")) + 4;
  const head = bytes.subarray(0, start).toString("latin1");
  return {
    bytes: bytes.subarray(start, bytes.lastIndexOf(`\r\n${boundary}`)),
    type: /filename=[\s\S]*content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? "application/octet-stream",
  };
}
