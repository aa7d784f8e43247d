import { sql } from "drizzle-orm";
import type { TestApp } from "../../app.ts";
import { insertSubmissions } from "../../checkout/orders/ready-to-pay.ts";
import { begin, type TestCandidate } from "./candidate.ts";

/** Brings a candidate to the state in which a row of catalogues/states applies. */
export type Prepare = (app: TestApp) => Promise<TestCandidate>;

export const tenth = "bgv-tenth";

export const opened: Prepare = (app) => begin(app, "harbour", "background-check", { identity: true });
export const begun: Prepare = (app) => begin(app, "harbour", "background-check", { identity: true, process: true });
/** Saves submissions of forms without required fields. */
export async function saveEmptySubmissions(
  app: TestApp,
  { txnId }: TestCandidate,
  names: readonly string[],
): Promise<void> {
  await insertSubmissions(
    app,
    txnId,
    names.map((name) => ({ name })),
  );
  await app.services.db.execute(sql`update submissions set data = '{}' where transaction_id = ${txnId}`);
}
export const saved: Prepare = async (app) => {
  const asha = await begun(app);
  await saveEmptySubmissions(app, asha, [tenth]);
  return asha;
};
export const skip = (asha: TestCandidate, names: string[], undo?: boolean) =>
  asha.post("/transactions/process/mark-as-skip", { verificationNameList: names, ...(undo && { undo }) });
export const skipped: Prepare = async (app) => {
  const asha = await saved(app);
  await skip(asha, [tenth, "bgv-degree"]);
  return asha;
};
export const filled: Prepare = async (app) => {
  const asha = await saved(app);
  await saveEmptySubmissions(app, asha, ["bgv-employment", "bgv-address"]);
  return asha;
};
export const ready: Prepare = async (app) => {
  const asha = await filled(app);
  await skip(asha, ["bgv-twelfth", "bgv-degree"]);
  return asha;
};
export const submitted: Prepare = async (app) => {
  const asha = await ready(app);
  await asha.post("/transactions/process");
  return asha;
};
export const decide = (app: TestApp, asha: TestCandidate, outcome: string, verificationName?: string) =>
  app.call("POST", "/sandbox/verifier", {
    body: { txnId: asha.txnId, outcome, ...(verificationName && { verificationName }) },
  });
export const insufficient: Prepare = async (app) => {
  const asha = await submitted(app);
  await decide(app, asha, "insufficient", tenth);
  return asha;
};
export const failed: Prepare = async (app) => {
  const asha = await submitted(app);
  await decide(app, asha, "fail");
  return asha;
};
export const payable: Prepare = async (app) => {
  const asha = await begin(app, "lotus", "admission", { identity: true, process: true });
  await saveEmptySubmissions(app, asha, [tenth]);
  await skip(asha, ["bgv-twelfth", "bgv-degree"]);
  return asha;
};
