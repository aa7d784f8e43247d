import { begin, wallet } from "../../wallet/transactions/candidate.ts";
import { byMobile, signIn, type FaultCase } from "../prepared-call.ts";
import { form, inside, paid } from "./preparations.ts";

const transactions = `${wallet}/transactions`;
const detail = { fieldName: "referenceNumber" };

/** Opening a form, its pre-start questions, and submitting it. */
export const transactionCases: Readonly<Record<string, FaultCase>> = {
  "transactions.create": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: transactions,
      token,
      body: { orgId: form[0], eKycFormId: form[1] },
      countsOnce: [[`select count(*) from transactions where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "transactions.process": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, { identity: true });
    return {
      method: "POST",
      url: `${transactions}/process`,
      token,
      body: { orgId, txnId },
      countsOnce: [
        [
          "select count(*) from state_ledger where transaction_id = $1 and item is null and from_state = 'NOT_INITIALIZED'",
          txnId,
        ],
      ],
    };
  },
  "transactions.skip": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, inside);
    return {
      method: "POST",
      url: `${transactions}/process/mark-as-skip`,
      token,
      body: { orgId, txnId, verificationNameList: ["bgv-twelfth"] },
      countsOnce: [
        ["select count(*) from transaction_items where transaction_id = $1 and marked_as_skip", txnId],
        ["select count(*) from state_ledger where transaction_id = $1 and to_state = 'SKIPPED'", txnId],
      ],
    };
  },
  "transactions.answer": async (app) => {
    const { token, orgId, txnId } = await begin(app, "harbour", "joining-questions");
    const data = [
      { questionId: "motivation", answer: "Yes" },
      { questionId: "shift", answer: "day" },
      { questionId: "joining-date", answer: "2027-01-31" },
    ];
    return {
      method: "PATCH",
      url: `${transactions}/user-response`,
      token,
      body: { orgId, txnId, data },
      countsOnce: data.map(({ questionId }) => [
        "select count(*) from answers where transaction_id = $1 and question_id = $2",
        txnId,
        questionId,
      ]),
    };
  },
  "transactions.request-evaluation": async (app) => {
    const { token, keys } = await paid(app);
    return {
      method: "POST",
      url: `${transactions}/eval-info`,
      token,
      body: keys,
      countsOnce: [
        ["select count(*) from transactions where id = $1 and evaluation_state = 'evaluationRequested'", keys.txnId],
      ],
    };
  },
  "transactions.verify-identification": (app) => giveDetail(app, "verify/identification"),
  "transactions.verify-identification (its code)": (app) => proveDetail(app, "verify/identification"),
  "transactions.update-identification": (app) => giveDetail(app, "update-identification"),
  "transactions.update-identification (its code)": (app) => proveDetail(app, "update-identification"),
  "transactions.request-name-change": async (app) => {
    const { token, orgId, txnId, upload } = await begin(app, ...form, inside);
    const documentList = [{ label: "Gazette", url: await upload() }];
    return {
      method: "POST",
      url: `${transactions}/name-change-request`,
      token,
      body: { orgId, txnId, verificationName: "bgv-degree", documentList },
      countsOnce: [["select count(*) from name_change_requests where transaction_id = $1", txnId]],
    };
  },
};

/** One of fifty mailboxes. Each has got mail before. */
let numbers = 0;
const nextNumber = () => `GCE-1000${String(1 + (numbers++ % 50)).padStart(2, "0")}`;

const giveDetail = async (app: Parameters<FaultCase>[0], path: string) => {
  const { token, mobile, orgId, txnId } = await begin(app, "gce", "education-evaluation", { identity: true });
  const ofCandidate = `c.purpose = 'identification' and c.candidate_id = ${byMobile}`;
  return {
    method: "POST",
    url: `${transactions}/${path}`,
    token,
    body: { orgId, txnId, ...detail, value: nextNumber() },
    countsOnce: [
      [`select count(*) from otp_codes c where ${ofCandidate}`, mobile],
      [`select count(*) from outbox o join otp_codes c on o.dedup_key = 'otp:' || c.id where ${ofCandidate}`, mobile],
    ],
  } satisfies Awaited<ReturnType<FaultCase>>;
};

const proveDetail: (...given: Parameters<typeof giveDetail>) => ReturnType<FaultCase> = async (app, path) => {
  const { token, mobile, orgId, txnId, post } = await begin(app, "gce", "education-evaluation", { identity: true });
  const value = nextNumber();
  const sent = await post(`/transactions/${path}`, { ...detail, value });
  const { otpTxnId } = sent.json<{ data: { otpTxnId: string } }>().data;
  const otp = await app.readCode(`${value.toLowerCase()}@mailbox.example`);
  return {
    method: "POST",
    url: `${transactions}/${path}`,
    token,
    body: { orgId, txnId, ...detail, otpTxnId, otp },
    countsOnce: [
      ["select count(*) from user_inputs where transaction_id = $1 and value = $2", txnId, value],
      ["select count(*) from otp_codes where id = $1 and consumed_at is not null", otpTxnId],
      [`select count(*) from otp_codes where candidate_id = ${byMobile}`, mobile],
    ],
  };
};
