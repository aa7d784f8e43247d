import { sql } from "drizzle-orm";
import type { Response } from "light-my-request";
import type { State } from "#engine/api/states.ts";
import type { Doer } from "#engine/documents/states-catalogue.ts";
import { insertRefund, runRefunds } from "#server/checkout/orders/refunds.ts";
import { findPaidOrder } from "#server/checkout/orders/rows.ts";
import { transact } from "#server/platform/store/database.ts";
import { closeIdleTransactions } from "#server/wallet/steps/closing.ts";
import { isAllowed } from "#server/wallet/transactions/guard.ts";
import { settle } from "#server/wallet/transactions/moves.ts";
import { lockTransactionById } from "#server/wallet/transactions/rows.ts";
import { progressVerifications } from "#server/wallet/verifier/progress.ts";
import type { TestApp } from "../../app.ts";
import { decide as decidePayment, give, payment } from "../../checkout/orders/ready.ts";
import { begin, v2, wallet, type TestCandidate } from "./candidate.ts";

type Prepare = (app: TestApp) => Promise<TestCandidate>;

/** An operation of a candidate: refused, it answers 409. */
export interface Asked {
  prepare: Prepare;
  /** The verification it is about. */
  item?: string;
  /** Something else always forbids it in this state: the row only gives the words. */
  never?: true;
  ask(asha: TestCandidate, app: TestApp): Promise<Response>;
}

/** What follows, or is only due: refused, it leaves things as they are. */
export interface Due {
  prepare: Prepare;
  act(app: TestApp, asha: TestCandidate): Promise<unknown>;
  /** The state that it would change. */
  look(app: TestApp, asha: TestCandidate): Promise<string>;
  /** What it is when the act was refused, where that is not what it was before. */
  stays?: State;
  /** It cannot be done a second time. */
  once?: true;
}

const tenth = "bgv-tenth";

const opened: Prepare = (app) => begin(app, "harbour", "background-check", { identity: true });
const begun: Prepare = (app) => begin(app, "harbour", "background-check", { identity: true, process: true });
/** Submissions of forms that ask nothing. */
async function hand(app: TestApp, { txnId }: TestCandidate, names: readonly string[]): Promise<void> {
  await give(
    app,
    txnId,
    names.map((name) => ({ name })),
  );
  await app.services.db.execute(sql`update submissions set data = '{}' where transaction_id = ${txnId}`);
}
const saved: Prepare = async (app) => {
  const asha = await begun(app);
  await hand(app, asha, [tenth]);
  return asha;
};
const skip = (asha: TestCandidate, names: string[], undo?: boolean) =>
  asha.post("/transactions/process/mark-as-skip", { verificationNameList: names, ...(undo && { undo }) });
const skipped: Prepare = async (app) => {
  const asha = await saved(app);
  await skip(asha, [tenth, "bgv-degree"]);
  return asha;
};
const filled: Prepare = async (app) => {
  const asha = await saved(app);
  await hand(app, asha, ["bgv-employment", "bgv-address"]);
  return asha;
};
const ready: Prepare = async (app) => {
  const asha = await filled(app);
  await skip(asha, ["bgv-twelfth", "bgv-degree"]);
  return asha;
};
const submitted: Prepare = async (app) => {
  const asha = await ready(app);
  await asha.post("/transactions/process");
  return asha;
};
const decide = (app: TestApp, asha: TestCandidate, outcome: string, verificationName?: string) =>
  app.call("POST", "/sandbox/verifier", {
    body: { txnId: asha.txnId, outcome, ...(verificationName && { verificationName }) },
  });
const insufficient: Prepare = async (app) => {
  const asha = await submitted(app);
  await decide(app, asha, "insufficient", tenth);
  return asha;
};
const failed: Prepare = async (app) => {
  const asha = await submitted(app);
  await decide(app, asha, "fail");
  return asha;
};
const payable: Prepare = async (app) => {
  const asha = await begin(app, "lotus", "admission", { identity: true, process: true });
  await hand(app, asha, [tenth]);
  await skip(asha, ["bgv-twelfth", "bgv-degree"]);
  return asha;
};
const init = ({ orgId, txnId, call }: TestCandidate) =>
  call("POST", `${payment}/init`, { orgId, txnId, region: "IN", express: false });
const open = async (asha: TestCandidate) => (await init(asha)).json<{ data: { paymentId: string } }>().data.paymentId;

const pay = async (app: TestApp, asha: TestCandidate, how: Record<string, unknown> = {}) =>
  decidePayment(app, await open(asha), { outcome: "success", ...how });
const stateOf = async (_: TestApp, asha: TestCandidate) => (await asha.info<{ state: string }>()).state;
const itemOf =
  (name = tenth) =>
  async (_: TestApp, asha: TestCandidate) =>
    (await asha.info<{ verificationList: Record<string, { state: string }> }>()).verificationList[name]!.state;
const put = (app: TestApp, { txnId }: TestCandidate, from: State, to: State) =>
  app.services.db.execute(
    sql`update submissions set state = ${to} where transaction_id = ${txnId} and state = ${from} and verification_name = any (array[${tenth}, 'bgv-employment', 'bgv-address'])`,
  );
const follow = (app: TestApp, { txnId }: TestCandidate) =>
  transact(app.services.db, (tx) => settle(tx, txnId, app.services));
/** Nobody's code asks this yet, or only the sandbox's: the guard itself is asked. */
const may =
  (by: Doer, to: State) =>
  async (app: TestApp, { txnId }: TestCandidate): Promise<string> =>
    transact(app.services.db, async (tx) => {
      const loaded = (await lockTransactionById(tx, txnId))!;
      return isAllowed(loaded, app.services, { by, to }) ? to : loaded.row.state;
    });
const nothing = async () => undefined;

const save = (asha: TestCandidate) => asha.save(tenth, {});
const replace = ({ call, orgId, txnId }: TestCandidate) =>
  call("PUT", `${v2}/bgv`, { orgId, txnId, subType: `${tenth}-1`, data: {} });
const remove = ({ call, orgId, txnId }: TestCandidate) =>
  call("DELETE", `${wallet}/bgv`, { orgId, txnId, subType: `${tenth}-1` });
const repair = (asha: TestCandidate) => asha.post("/bgv/insufficiency", { subType: `${tenth}-1`, data: {} });
const draft =
  (method: "PUT" | "DELETE", more = "") =>
  ({ call, orgId, txnId }: TestCandidate) => {
    const path = `${wallet}/transactions/${tenth}/draft?orgId=${orgId}&txnId=${txnId}${more}`;
    return method === "PUT" ? call("PUT", path, { version: 0, data: {} }) : call("DELETE", path);
  };
const applying: Prepare = (app) => begin(app, "lotus", "admission", { identity: true, process: true });
const share = (asha: TestCandidate) =>
  asha.post("/transactions/credentials", { verificationName: "bgv-degree", credentialId: "none" });
const ofSubmission = `&subType=${tenth}-1`;
const process = (asha: TestCandidate) => asha.post("/transactions/process");
const identify = (path: string) => (asha: TestCandidate) =>
  asha.post(`/transactions/${path}`, { fieldName: "referenceNumber", value: "GCE-100007" });
const evaluated: Prepare = (app) => begin(app, "gce", "education-evaluation", { identity: true });

/** How each row of catalogues/states is brought to where it would be allowed, and done: by "of from > to by". */
export const asked: Readonly<Record<string, Asked>> = {
  "item any > same by verifications.save": { prepare: begun, item: tenth, ask: save },
  "item any > same by verifications.replace": { prepare: saved, item: tenth, ask: replace },
  "item any > same by verifications.remove": { prepare: saved, item: tenth, ask: remove },
  "item NOT_INITIALIZED,SKIPPED > DATA_SAVED by verifications.save": { prepare: begun, item: tenth, ask: save },
  "item DATA_SAVED,SKIPPED > NOT_INITIALIZED by verifications.remove": { prepare: saved, item: tenth, ask: remove },
  "item NOT_INITIALIZED,SKIPPED > COMPLETED by presentations.share": {
    prepare: applying,
    item: "bgv-degree",
    ask: share,
  },
  "item NOT_INITIALIZED,SKIPPED > same by presentations.ask": {
    prepare: applying,
    item: "bgv-degree",
    ask: (asha) => asha.post("/transactions/credential-requests", { verificationName: "bgv-degree" }),
  },
  "item any > same by transactions.skip": { prepare: begun, item: tenth, ask: (asha) => skip(asha, [tenth]) },
  "item NOT_INITIALIZED,DATA_SAVED > SKIPPED by transactions.skip": {
    prepare: begun,
    item: tenth,
    ask: (asha) => skip(asha, [tenth]),
  },
  "item SKIPPED > NOT_INITIALIZED by transactions.skip": {
    prepare: skipped,
    item: "bgv-degree",
    ask: (asha) => skip(asha, ["bgv-degree"], true),
  },
  "item SKIPPED > DATA_SAVED by transactions.skip": {
    prepare: skipped,
    item: tenth,
    ask: (asha) => skip(asha, [tenth], true),
  },
  "item NOT_INITIALIZED,SKIPPED,DATA_SAVED,SUBMITTED,IN_PROGRESS,COMPLETED,FAILED > same by drafts.put": {
    prepare: begun,
    item: tenth,
    ask: draft("PUT"),
  },
  "item NOT_INITIALIZED,SKIPPED,DATA_SAVED,SUBMITTED,IN_PROGRESS,COMPLETED,FAILED > same by drafts.remove": {
    prepare: begun,
    item: tenth,
    ask: draft("DELETE"),
  },
  "item INSUFFICIENT_DATA > same by drafts.put": {
    prepare: insufficient,
    item: tenth,
    ask: draft("PUT", ofSubmission),
  },
  "item INSUFFICIENT_DATA > same by drafts.remove": {
    prepare: insufficient,
    item: tenth,
    ask: draft("DELETE", ofSubmission),
  },
  "item any > same by verifications.repair": { prepare: insufficient, item: tenth, ask: repair },
  "item INSUFFICIENT_DATA > SUBMITTED by verifications.repair": { prepare: insufficient, item: tenth, ask: repair },
  "transaction NOT_INITIALIZED > PENDING by transactions.process": { prepare: opened, ask: process },
  "transaction any > same by payments.init": { prepare: payable, ask: init },
  "transaction NOT_INITIALIZED > same by payments.init": {
    prepare: (app) => begin(app, "lotus", "admission", { identity: true }),
    never: true,
    ask: init,
  },
  "transaction PENDING,READY_TO_SUBMIT > same by transactions.process": { prepare: ready, ask: process },
  "transaction PENDING,READY_TO_SUBMIT > same by payments.init": { prepare: payable, ask: init },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by transactions.process": { prepare: ready, ask: process },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by payments.init": { prepare: payable, ask: init },
  "transaction any > same by transactions.verify-identification": {
    prepare: evaluated,
    ask: identify("verify/identification"),
  },
  "transaction any > same by transactions.update-identification": {
    prepare: evaluated,
    ask: identify("update-identification"),
  },
  "transaction any > same by transactions.answer": {
    prepare: (app) => begin(app, "harbour", "joining-questions", { identity: true }),
    ask: ({ call, orgId, txnId }) =>
      call("PATCH", `${wallet}/transactions/user-response`, {
        orgId,
        txnId,
        data: [{ questionId: "motivation", answer: "Yes" }],
      }),
  },
  "transaction any > same by transactions.request-name-change": {
    prepare: saved,
    ask: async (asha) =>
      asha.post("/transactions/name-change-request", {
        verificationName: tenth,
        documentList: [{ label: "Proof", url: await asha.upload() }],
      }),
  },
  "transaction any > same by transactions.request-evaluation": {
    prepare: submitted,
    ask: (asha) => asha.post("/transactions/eval-info"),
  },
};

const verdict = (outcome: string): Due => ({
  prepare: submitted,
  act: (app, asha) => decide(app, asha, outcome, tenth),
  look: itemOf(),
});
const followed = (prepare: Prepare, from: State, to: State): Due => ({
  prepare,
  act: async (app, asha) => {
    await put(app, asha, from, to);
    await follow(app, asha);
  },
  look: stateOf,
});
const moved = (prepare: Prepare, stays: State, by: Doer, to: State): Due => ({
  prepare,
  act: nothing,
  look: may(by, to),
  stays,
});

/** The same for what nobody asks for: identity, payments, verdicts, sweeps, and what follows from them. */
export const due: Readonly<Record<string, Due>> = {
  "item NOT_INITIALIZED > COMPLETED by identity": {
    prepare: (app) => begin(app, "gce", "education-evaluation", {}),
    act: (app, { mobile }) => app.signIn(mobile, { identity: true }),
    look: itemOf("aadhaar"),
    once: true,
  },
  "item DATA_SAVED > SUBMITTED by transaction": {
    prepare: ready,
    act: (_, asha) => process(asha),
    look: itemOf(),
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by transaction": {
    prepare: ready,
    act: (_, asha) => process(asha),
    look: itemOf(),
    stays: "SUBMITTED",
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by provider": {
    prepare: insufficient,
    act: async (app, asha) => {
      await put(app, asha, "INSUFFICIENT_DATA", "SUBMITTED");
      await decide(app, asha, "complete", tenth);
    },
    look: itemOf(),
    stays: "SUBMITTED",
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by job": {
    prepare: insufficient,
    act: async (app, asha) => {
      await put(app, asha, "INSUFFICIENT_DATA", "SUBMITTED");
      await progressVerifications(app.services);
    },
    look: itemOf(),
    stays: "SUBMITTED",
  },
  "item IN_PROGRESS > COMPLETED by provider": verdict("complete"),
  "item IN_PROGRESS > FAILED by provider": verdict("fail"),
  "item IN_PROGRESS > INSUFFICIENT_DATA by provider": verdict("insufficient"),
  "transaction READY_TO_SUBMIT > IN_PROGRESS by provider": {
    prepare: payable,
    act: async (app, asha) => pay(app, asha),
    look: stateOf,
    once: true,
  },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by job": {
    prepare: payable,
    act: async (app, asha) => {
      await pay(app, asha, { callback: "none" });
      await app.advance(30);
    },
    look: stateOf,
    once: true,
  },
  "transaction PENDING > READY_TO_SUBMIT by items": {
    prepare: filled,
    act: (_, asha) => skip(asha, ["bgv-twelfth", "bgv-degree"]),
    look: stateOf,
  },
  "transaction READY_TO_SUBMIT > PENDING by items": {
    prepare: ready,
    act: (_, asha) => skip(asha, ["bgv-degree"], true),
    look: stateOf,
  },
  "transaction IN_PROGRESS > INSUFFICIENT_DATA by items": followed(submitted, "IN_PROGRESS", "INSUFFICIENT_DATA"),
  "transaction INSUFFICIENT_DATA > IN_PROGRESS by items": followed(insufficient, "INSUFFICIENT_DATA", "SUBMITTED"),
  "transaction IN_PROGRESS > COMPLETED by items": followed(submitted, "IN_PROGRESS", "COMPLETED"),
  "transaction IN_PROGRESS > FAILED by items": followed(submitted, "IN_PROGRESS", "FAILED"),
  "transaction NOT_INITIALIZED,PENDING,READY_TO_SUBMIT,INSUFFICIENT_DATA > CLOSED by job": {
    prepare: begun,
    act: async (app, { txnId }) => {
      await app.services.db.execute(
        sql`update transactions set active_at = app_now() - interval '31 days' where id = ${txnId}`,
      );
      await closeIdleTransactions(app.services);
    },
    look: stateOf,
  },
  "transaction NOT_INITIALIZED,PENDING,READY_TO_SUBMIT,INSUFFICIENT_DATA > CLOSED by support": moved(
    begun,
    "PENDING",
    "support",
    "CLOSED",
  ),
  "transaction NOT_INITIALIZED,PENDING,READY_TO_SUBMIT,INSUFFICIENT_DATA > CLOSED by sandbox": moved(
    begun,
    "PENDING",
    "sandbox",
    "CLOSED",
  ),
  "transaction FAILED,CLOSED > REFUNDED by provider": {
    prepare: async (app) => {
      const asha = await payable(app);
      await pay(app, asha);
      await decide(app, asha, "fail");
      return asha;
    },
    act: async (app, { txnId }) => {
      await transact(app.services.db, async (tx) => {
        const { now } = (await lockTransactionById(tx, txnId))!;
        const order = await findPaidOrder(tx, txnId);
        if (order) await insertRefund(tx, { order, amountMinor: order.amountMinor, reason: "all", now, done: true });
      });
      await runRefunds(app.services);
    },
    look: stateOf,
  },
  "transaction FAILED,CLOSED > REFUNDED by support": moved(failed, "FAILED", "support", "REFUNDED"),
  "transaction FAILED,CLOSED > REFUNDED by sandbox": moved(failed, "FAILED", "sandbox", "REFUNDED"),
};
