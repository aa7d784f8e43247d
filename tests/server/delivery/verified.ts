import type { TestApp } from "../app.ts";
import { newMobile } from "../app.ts";

/** A transaction that a partner evaluates. */
export interface Evaluated {
  orgId: string;
  formId: string;
  txnId: string;
  mobile: string;
}

/** A verified education evaluation whose deliveries are enqueued and, in the sandbox, sent. */
export async function verify(
  app: TestApp,
  state = "COMPLETED",
  form = { orgId: "gce", formId: "education-evaluation" },
) {
  const mobile = newMobile();
  const answer = await app.call("POST", "/sandbox/transaction", { body: { mobile, ...form, state } });
  const { txnId, failure } = answer.json();
  if (answer.statusCode !== 200 || failure) throw new Error(failure ?? answer.body);
  return { ...form, txnId, mobile } satisfies Evaluated;
}

/** The state of the evaluation, as the candidate's page reads it. Signs in again, because tests move the clock. */
export async function readEvaluation(app: TestApp, { orgId, txnId, mobile }: Evaluated): Promise<string> {
  const { accessToken: token } = await app.signIn(mobile);
  const path = `/verification/web-wallet/api/1.0/transactions/info?${new URLSearchParams({ orgId, txnId })}`;
  const answer = await app.call("GET", path, { token });
  return answer.json().data.evaluation.state;
}

/** The messages to the candidate about the report. */
export async function readReportMessages(app: TestApp, { mobile }: Evaluated): Promise<string[]> {
  const { list } = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`)).json<{
    list: { text: string }[];
  }>();
  return list.map(({ text }) => text).filter((text) => text.includes("report"));
}

export interface StoredDelivery {
  id: string;
  kind: "documents" | "report";
  state: string;
  attempts: number;
  round: number;
  receipt: string | null;
}

/** The rows of a transaction's deliveries by kind. */
export async function readDeliveries(
  app: TestApp,
  { txnId }: Pick<Evaluated, "txnId">,
): Promise<Record<"documents" | "report", StoredDelivery>> {
  const { rows } = await app.services.pool.query<StoredDelivery>(
    "select id, kind, state, attempts, round, receipt from deliveries where transaction_id = $1",
    [txnId],
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row])) as Record<"documents" | "report", StoredDelivery>;
}
