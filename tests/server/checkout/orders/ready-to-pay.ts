import { sql } from "drizzle-orm";
import type { Response } from "light-my-request";
import { newMobile, type TestApp } from "../../app.ts";

export const wallet = "/verification/web-wallet/api/1.0";
export const payment = "/verification/api/1.0/transactions/payment";

/** A submission inserted directly: these tests are not about forms. */
export interface InsertedSubmission {
  name: string;
  data?: Record<string, unknown>;
}

/** A candidate who is ready to pay. */
export interface Payer {
  token: string;
  keys: { orgId: string; txnId: string };
  /** `POST /transactions/payment/init`, by default in India. */
  init(more?: Record<string, unknown>): Promise<Response>;
  /** As `init`, and asserts the response. Returns the paymentId and the payment address. */
  open(
    more?: Record<string, unknown>,
  ): Promise<{ paymentId: string; provider: string; web: string; paymentSessionId: string | null }>;
  info(more?: string): Promise<Record<string, unknown>>;
  poll(paymentId: string): Promise<string>;
  state(): Promise<string>;
  get(place: string): Promise<Response>;
}

const degreeAndTwelfth: InsertedSubmission[] = [
  { name: "bgv-degree", data: { institute: "a-small-college", degreeLevel: "bachelor", course: "B.Sc." } },
  { name: "bgv-twelfth" },
];

/** Signs a candidate in and brings a transaction to READY_TO_SUBMIT: degree and twelfth saved, the rest skipped. */
export async function makePayer(
  app: TestApp,
  {
    orgId = "gce",
    formId = "education-evaluation",
    submissions = degreeAndTwelfth,
    skipRest = true,
    mobile = newMobile(),
    name = "Asha Verma",
  } = {},
): Promise<Payer> {
  const { accessToken: token } = await app.signIn(mobile, { name, identity: true });
  const created = await app.call("POST", `${wallet}/transactions`, { token, body: { orgId, eKycFormId: formId } });
  if (created.statusCode !== 200) throw new Error(created.body);
  const keys = { orgId, txnId: created.json<{ data: { transactionId: string } }>().data.transactionId };
  await app.services.db.execute(
    sql`insert into user_inputs (transaction_id, field_name, value, mailbox, verified_at) values (${keys.txnId}, 'referenceNumber', 'GCE-100001', 'gce-100001@mailbox.example', app_now())`,
  );
  const begun = await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  await insertSubmissions(app, keys.txnId, submissions);
  if (skipRest) {
    const { filtered } = (
      await app.call("GET", `${wallet}/transactions/info?orgId=${orgId}&txnId=${keys.txnId}`, { token })
    ).json<{ data: { filtered: { remaining: string[] } } }>().data;
    const verificationNameList = filtered.remaining.length > 0 ? filtered.remaining : [];
    const skipped = await app.call("POST", `${wallet}/transactions/process/mark-as-skip`, {
      token,
      body: { ...keys, verificationNameList },
    });
    if (skipped.statusCode !== 200) throw new Error(skipped.body);
  }
  const get = (place: string) => app.call("GET", place, { token });
  const init: Payer["init"] = (more = {}) =>
    app.call("POST", `${payment}/init`, { token, body: { ...keys, region: "IN", express: false, ...more } });
  return {
    token,
    keys,
    get,
    init,
    open: async (more) => {
      const answer = await init(more);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const { redirectInfo, ...rest } = answer.json<{
        data: { provider: string; redirectInfo: { web: string }; paymentSessionId: string | null; paymentId: string };
      }>().data;
      return { ...rest, web: redirectInfo.web };
    },
    info: async (more = "") =>
      (await get(`${payment}?orgId=${orgId}&txnId=${keys.txnId}${more}`)).json<{ data: Record<string, unknown> }>()
        .data,
    poll: async (paymentId) =>
      (await get(`${payment}/poll?orgId=${orgId}&paymentId=${paymentId}`)).json<{ data: { currentStatus: string } }>()
        .data.currentStatus,
    state: async () =>
      (await get(`${wallet}/transactions/info?orgId=${orgId}&txnId=${keys.txnId}`)).json<{ data: { state: string } }>()
        .data.state,
  };
}

const file = "/utility/api/1.0/files/abcdefghijklmnopqrstuv";
const marksheet = { board: "a-board", rollNumber: "4711", passingYear: "2015", Marksheet: file };
/** Valid answers: they are validated again before payment. */
const validAnswers: Readonly<Record<string, Record<string, unknown>>> = {
  "bgv-tenth": marksheet,
  "bgv-twelfth": marksheet,
  "bgv-degree": {
    institute: "a-small-college",
    registrationNumber: "2015016400123456",
    degreeLevel: "bachelor",
    course: "B.Sc.",
    passingYear: "2019",
    degreeStatus: "DEGREE_ONLY_NO_MARKSHEET",
    degreeCertificate: file,
  },
};

/** Inserts submissions only. The next call that changes the transaction updates its state. */
export async function insertSubmissions(
  app: TestApp,
  txnId: string,
  submissions: readonly InsertedSubmission[],
): Promise<void> {
  for (const { name, data: own = {} } of submissions) {
    const data = { ...validAnswers[name], ...own };
    await app.services.db.execute(sql`
      with numbered as (update transaction_items set last_number = last_number + 1 where transaction_id = ${txnId} and name = ${name} returning last_number)
      insert into submissions (transaction_id, sub_type, verification_name, number, state, data, created_at, updated_at)
      select ${txnId}, ${name} || '-' || last_number, ${name}, last_number, 'DATA_SAVED', ${JSON.stringify(data)}::jsonb, app_now(), app_now() from numbered`);
  }
}

/** Decides on the sandbox's pay page. */
export function decide(app: TestApp, orderId: string, body: Record<string, unknown>): Promise<Response> {
  return app.call("POST", `/sandbox/pay/${orderId}`, { body });
}

/** Counts the rows of a table that belong to an order. */
export async function count(app: TestApp, from: string, orderId: string): Promise<number> {
  const { rows } = await app.services.pool.query<{ count: string }>(
    `select count(*) as count from ${from} where order_id = $1`,
    [orderId],
  );
  return Number(rows[0]!.count);
}
