import { randomBytes } from "node:crypto";

// Another organisation's wallet. It answers with the shared fields only. It has no drafts, resumable uploads, history,
// releases or `allowed` flags, and answers unknown paths with a plain 404.

export interface Item {
  name: string;
  category: string;
  skipAllowed: boolean;
}
export interface Entry {
  state: string;
  markedAsSkip: boolean;
  subType: string | null;
  responseList: { subType: string; data: Record<string, unknown> }[];
}
export interface Person {
  mobile: string;
  name: string;
  proved?: string;
  otp: string;
}
export interface Txn {
  txnId: string;
  of: Person;
  state: string;
  updatedAt: string;
  order?: { _id: string; currentStatus: string };
  entries: Record<string, Entry>;
}

/** The one form of one organisation that it offers. */
export interface StandInForm {
  orgId: string;
  formId: string;
  name: string;
  paymentRequired: boolean;
  items: Item[];
}
export const newId = () => randomBytes(12).toString("hex");
export const toToken = (mobile: string, use: string) =>
  `${Buffer.from("{}").toString("base64url")}.${Buffer.from(JSON.stringify({ mobile, use })).toString("base64url")}.${use}`;

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Call {
  params: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  bytes: Buffer;
  type: string;
  person(): Person;
}
export type Answer = object | { bytes: Buffer; type: string };

/** Its state and the shapes of its answers. */
export function openBooks(form: StandInForm) {
  const people = new Map<string, Person>();
  const logins = new Map<string, Person>();
  const txns = new Map<string, Txn>();
  const files = new Map<string, { bytes: Buffer; type: string }>();
  const ofBody = (call: Call): Txn => getTxn(String(call.body["txnId"]), call);
  const ofQuery = (call: Call): Txn => getTxn(call.query.get("txnId") ?? "", call);
  const getTxn = (txnId: string, call: Call): Txn => {
    const txn = txns.get(txnId);
    if (!txn || txn.of !== call.person()) throw new Refused(404, 104, "Not found");
    return txn;
  };
  const touch = (txn: Txn) => {
    txn.updatedAt = new Date().toISOString();
  };
  const send = (person: Person) => {
    person.otp = String(100_000 + (randomBytes(3).readUIntBE(0, 3) % 900_000));
    const txnId = newId();
    logins.set(txnId, person);
    return { txnId };
  };
  const toProfile = ({ mobile, proved }: Person) => ({
    mobile,
    profileDetails: proved === undefined ? {} : { name: proved },
    verificationDetailList:
      proved === undefined ? {} : { identity: { verificationList: [{ type: "aadhaar", subType: "aadhaar" }] } },
  });
  const isRemaining = ({ state, markedAsSkip }: Entry) => state === "NOT_INITIALIZED" && !markedAsSkip;
  const toInfo = (txn: Txn) => ({
    state: txn.state,
    updatedAt: txn.updatedAt,
    ...(txn.state === "IN_PROGRESS" && {
      expectedCompletionDate: { maxDate: new Date(Date.parse(txn.updatedAt) + 14 * 86_400_000).toISOString() },
    }),
    form: { name: form.name, isExpired: false, expiry: -1 },
    verificationList: Object.fromEntries(
      form.items.map(({ name, category, skipAllowed }) => {
        const { state, subType, markedAsSkip } = txn.entries[name]!;
        const proceeded = !isRemaining(txn.entries[name]!);
        return [
          name,
          {
            name,
            category: { name: category },
            state,
            subType,
            proceeded,
            markedAsSkip,
            skipAllowed,
            marksheetRequired: false,
            acceptMultipleSubmissions: false,
            insufficiency: null,
          },
        ];
      }),
    ),
    filtered: {
      remaining: form.items.filter(({ name }) => isRemaining(txn.entries[name]!)).map(({ name }) => name),
      done: form.items.filter(({ name }) => txn.entries[name]!.state === "COMPLETED").map(({ name }) => name),
    },
    paymentRequired: form.paymentRequired,
    userPaymentRequired: false,
    paymentDetails:
      txn.order?.currentStatus === "Success" ? [{ allVerificationsCompleted: false, expressOpt: false }] : [],
    discount: { percentage: 0 },
    priceList: form.paymentRequired
      ? form.items.map(({ name }) => ({
          verificationName: name,
          mrp: 12,
          price: { primary: 10 },
          discount: { primary: 17, secondary: 0 },
        }))
      : [],
    questionnaire: { isRequired: false },
    userInputList: [],
    requiredVerificationFieldList: [],
    manualProfileRequired: true,
    nameChangeRequest: { requested: false },
    evaluation: { state: "notInitialized" },
    evaluationInfo: { provider: "evaluators" },
  });
  const submit = (txn: Txn) => {
    txn.state = "IN_PROGRESS";
    for (const entry of Object.values(txn.entries)) if (entry.state === "DATA_SAVED") entry.state = "IN_PROGRESS";
    touch(txn);
  };
  const toBill = (txn: Txn) => {
    const paid = form.items.filter(({ name }) => txn.entries[name]!.state !== "NOT_INITIALIZED");
    const items = paid.map(({ name, category }) => ({
      label: name,
      description: "",
      subtitle: category,
      price: 1000,
      mrp: 1200,
    }));
    const total = items.length * 1000;
    return {
      items,
      total,
      toPay: total * 1.18,
      toPayBeforeGst: total,
      gst: total * 0.18,
      discount: { amount: 0, mrpDiscount: items.length * 200, percentage: 0 },
      availableDiscount: { percentage: 0, minAmount: {} },
      currencySymbol: "INR",
      verificationList: paid.map(({ name }) => ({ name, credits: 1000 })),
      region: "IN",
      createdAt: txn.updatedAt,
      transactionId: txn.txnId,
      org: { displayName: form.orgId, imageUrl: "" },
      updatedAt: txn.updatedAt,
      refundDetails: [],
      ...(txn.order && {
        provider: "phonepe",
        currentStatus: txn.order.currentStatus,
        paymentId: txn.order._id,
        orderId: txn.order._id,
        totalAmountPaid: txn.order.currentStatus === "Success" ? total * 1.18 : 0,
      }),
    };
  };
  const orders = () => [...txns.values()].filter(({ order }) => order !== undefined);

  return {
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
  };
}
export type Books = ReturnType<typeof openBooks>;
