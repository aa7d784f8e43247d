import { sql } from "drizzle-orm";
import type { Response } from "light-my-request";
import type { State } from "#engine/core/definitions/states.ts";
import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import { insertRefund, runRefunds } from "#server/checkout/orders/refunds.ts";
import { findPaidOrder } from "#server/checkout/orders/rows.ts";
import { undoDecision } from "#server/console/undo.ts";
import { transact } from "#server/platform/store/database.ts";
import { closeIdleTransactions } from "#server/wallet/steps/close-idle.ts";
import { isAllowed } from "#server/wallet/transactions/guard.ts";
import { syncTransactionState } from "#server/wallet/transactions/apply-transition.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { applyVerifierResult } from "#server/wallet/verifier/apply-result.ts";
import { forwardResubmissions } from "#server/wallet/verifier/forward-resubmissions.ts";
import type { TestApp } from "../../app.ts";
import { decide as decidePayment, payment } from "../../checkout/orders/ready-to-pay.ts";
import { deletionCases } from "./deletion-cases.ts";
import { begin, v2, wallet, type TestCandidate } from "./candidate.ts";
import {
  begun,
  decide,
  failed,
  filled,
  insufficient,
  opened,
  payable,
  ready,
  saved,
  skip,
  skipped,
  submitted,
  tenth,
  type Prepare,
} from "./guard-candidates.ts";
import { supportCases } from "./guard-cases-support.ts";

/** An operation of a candidate; a rejection answers 409. */
export interface OperationCase {
  prepare: Prepare;
  /** The verification concerned. */
  item?: string;
  /** Another rule always forbids it in this state: the row only has the text. */
  alwaysForbidden?: true;
  call(asha: TestCandidate, app: TestApp): Promise<Response>;
}

/** A transition without a caller: a rejection leaves the state unchanged. */
export interface TransitionCase {
  prepare: Prepare;
  act(app: TestApp, asha: TestCandidate): Promise<unknown>;
  /** Reads the state that would change. */
  readState(app: TestApp, asha: TestCandidate): Promise<string>;
  /** The state after a rejection, if not the state before. */
  stateAfterRejection?: State;
  /** What it leaves, where its row names no state. */
  after?: string;
  /** It cannot be repeated. */
  once?: true;
}

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
  transact(app.services.db, (tx) => syncTransactionState(tx, txnId, app.services));
/** Asks the guard itself, where no code asks it, or only the sandbox does. */
const askGuard =
  (by: TransitionActor, to: State) =>
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
  asha.post("/transactions/presentations", { verificationName: "bgv-degree", credentialId: "none" });
const ofSubmission = `&subType=${tenth}-1`;
const process = (asha: TestCandidate) => asha.post("/transactions/process");
const identify = (path: string) => (asha: TestCandidate) =>
  asha.post(`/transactions/${path}`, { fieldName: "referenceNumber", value: "GCE-100007" });
const evaluated: Prepare = (app) => begin(app, "gce", "education-evaluation", { identity: true });

/** Operations by row of catalogues/states ("of from > to by"): how to reach the state, and the call. */
export const operationCases: Readonly<Record<string, OperationCase>> = {
  "item any > same by verifications.save": { prepare: begun, item: tenth, call: save },
  "item any > same by verifications.replace": { prepare: saved, item: tenth, call: replace },
  "item any > same by verifications.remove": { prepare: saved, item: tenth, call: remove },
  "item NOT_INITIALIZED,SKIPPED > DATA_SAVED by verifications.save": { prepare: begun, item: tenth, call: save },
  "item DATA_SAVED,SKIPPED > NOT_INITIALIZED by verifications.remove": { prepare: saved, item: tenth, call: remove },
  "item NOT_INITIALIZED,SKIPPED > COMPLETED by presentations.create": {
    prepare: applying,
    item: "bgv-degree",
    call: share,
  },
  "item NOT_INITIALIZED,SKIPPED > same by presentation-requests.create": {
    prepare: applying,
    item: "bgv-degree",
    call: (asha) => asha.post("/transactions/presentation-requests", { verificationName: "bgv-degree" }),
  },
  "item any > same by transactions.skip": { prepare: begun, item: tenth, call: (asha) => skip(asha, [tenth]) },
  "item NOT_INITIALIZED,DATA_SAVED > SKIPPED by transactions.skip": {
    prepare: begun,
    item: tenth,
    call: (asha) => skip(asha, [tenth]),
  },
  "item SKIPPED > NOT_INITIALIZED by transactions.skip": {
    prepare: skipped,
    item: "bgv-degree",
    call: (asha) => skip(asha, ["bgv-degree"], true),
  },
  "item SKIPPED > DATA_SAVED by transactions.skip": {
    prepare: skipped,
    item: tenth,
    call: (asha) => skip(asha, [tenth], true),
  },
  "item NOT_INITIALIZED,SKIPPED,DATA_SAVED,SUBMITTED,IN_PROGRESS,COMPLETED,FAILED > same by drafts.put": {
    prepare: begun,
    item: tenth,
    call: draft("PUT"),
  },
  "item NOT_INITIALIZED,SKIPPED,DATA_SAVED,SUBMITTED,IN_PROGRESS,COMPLETED,FAILED > same by drafts.remove": {
    prepare: begun,
    item: tenth,
    call: draft("DELETE"),
  },
  "item INSUFFICIENT_DATA > same by drafts.put": {
    prepare: insufficient,
    item: tenth,
    call: draft("PUT", ofSubmission),
  },
  "item INSUFFICIENT_DATA > same by drafts.remove": {
    prepare: insufficient,
    item: tenth,
    call: draft("DELETE", ofSubmission),
  },
  "item any > same by verifications.repair": { prepare: insufficient, item: tenth, call: repair },
  "item INSUFFICIENT_DATA > SUBMITTED by verifications.repair": { prepare: insufficient, item: tenth, call: repair },
  "transaction NOT_INITIALIZED > PENDING by transactions.process": { prepare: opened, call: process },
  "transaction any > same by payments.init": { prepare: payable, call: init },
  "transaction NOT_INITIALIZED > same by payments.init": {
    prepare: (app) => begin(app, "lotus", "admission", { identity: true }),
    alwaysForbidden: true,
    call: init,
  },
  "transaction PENDING,READY_TO_SUBMIT > same by transactions.process": { prepare: ready, call: process },
  "transaction PENDING,READY_TO_SUBMIT > same by payments.init": { prepare: payable, call: init },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by transactions.process": { prepare: ready, call: process },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by payments.init": { prepare: payable, call: init },
  "transaction any > same by transactions.verify-identification": {
    prepare: evaluated,
    call: identify("verify/identification"),
  },
  "transaction any > same by transactions.update-identification": {
    prepare: evaluated,
    call: identify("update-identification"),
  },
  "transaction any > same by transactions.answer": {
    prepare: (app) => begin(app, "harbour", "joining-questions", { identity: true }),
    call: ({ call, orgId, txnId }) =>
      call("PATCH", `${wallet}/transactions/user-response`, {
        orgId,
        txnId,
        data: [{ questionId: "motivation", answer: "Yes" }],
      }),
  },
  "transaction any > same by transactions.request-name-change": {
    prepare: saved,
    call: async (asha) =>
      asha.post("/transactions/name-change-request", {
        verificationName: tenth,
        documentList: [{ label: "Proof", url: await asha.upload() }],
      }),
  },
  "transaction any > same by transactions.request-evaluation": {
    prepare: submitted,
    call: (asha) => asha.post("/transactions/eval-info"),
  },
};

const verdict = (outcome: string): TransitionCase => ({
  prepare: submitted,
  act: (app, asha) => decide(app, asha, outcome, tenth),
  readState: itemOf(),
});
const decision = (outcome: "complete" | "fail" | "insufficient"): TransitionCase => ({
  ...verdict(outcome),
  act: (app, { txnId }) => {
    const event = { eventId: `${txnId} ${outcome} ${Math.random()}`, txnId, subType: `${tenth}-1`, outcome };
    return applyVerifierResult(app.services, event, { by: "cases.decide" });
  },
});
/** A decision of the console that its own person undoes. */
const undone = (outcome: string, all: boolean, readState: TransitionCase["readState"]): TransitionCase => ({
  prepare: async (app) => {
    const asha = await submitted(app);
    if (all) await decide(app, asha, "complete", "bgv-employment");
    if (all) await decide(app, asha, "complete", "bgv-address");
    await app.services.db.execute(sql`
      insert into staff (id, email, display_name, created_at) values ('undoer', 'undoer@example.org', 'U', app_now())
      on conflict do nothing`);
    const event = { eventId: `${asha.txnId} undone`, txnId: asha.txnId, subType: `${tenth}-1`, outcome };
    const decider = { by: "cases.decide", staffId: "undoer", isHeld: true } as const;
    await applyVerifierResult(app.services, event as Parameters<typeof applyVerifierResult>[1], decider);
    return asha;
  },
  act: async (app, { orgId, txnId }) =>
    undoDecision(app.services, { orgId, txnId, subType: `${tenth}-1` }, "undoer").catch(() => undefined),
  readState,
});
const followed = (prepare: Prepare, from: State, to: State): TransitionCase => ({
  prepare,
  act: async (app, asha) => {
    await put(app, asha, from, to);
    await follow(app, asha);
  },
  readState: stateOf,
});
const moved = (prepare: Prepare, stays: State, by: TransitionActor, to: State): TransitionCase => ({
  prepare,
  act: nothing,
  readState: askGuard(by, to),
  stateAfterRejection: stays,
});

/** The same for transitions without a caller: identity, payments, results, jobs, and their consequences. */
export const transitionCases: Readonly<Record<string, TransitionCase>> = {
  ...supportCases,
  "item NOT_INITIALIZED > COMPLETED by identity": {
    prepare: (app) => begin(app, "gce", "education-evaluation", {}),
    act: (app, { mobile }) => app.signIn(mobile, { identity: true }),
    readState: itemOf("aadhaar"),
    once: true,
  },
  "item DATA_SAVED > SUBMITTED by transaction": {
    prepare: ready,
    act: (_, asha) => process(asha),
    readState: itemOf(),
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by transaction": {
    prepare: ready,
    act: (_, asha) => process(asha),
    readState: itemOf(),
    stateAfterRejection: "SUBMITTED",
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by provider": {
    prepare: insufficient,
    act: async (app, asha) => {
      await put(app, asha, "INSUFFICIENT_DATA", "SUBMITTED");
      await decide(app, asha, "complete", tenth);
    },
    readState: itemOf(),
    stateAfterRejection: "SUBMITTED",
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by cases.decide": {
    ...decision("complete"),
    prepare: async (app) => {
      const asha = await insufficient(app);
      await put(app, asha, "INSUFFICIENT_DATA", "SUBMITTED");
      return asha;
    },
    once: true,
  },
  "item SUBMITTED > IN_PROGRESS by job": {
    prepare: insufficient,
    act: async (app, asha) => {
      await put(app, asha, "INSUFFICIENT_DATA", "SUBMITTED");
      await forwardResubmissions(app.services);
    },
    readState: itemOf(),
    stateAfterRejection: "SUBMITTED",
  },
  "item IN_PROGRESS > COMPLETED by cases.decide": decision("complete"),
  "item IN_PROGRESS > FAILED by cases.decide": decision("fail"),
  "item IN_PROGRESS > INSUFFICIENT_DATA by cases.decide": decision("insufficient"),
  "item COMPLETED,FAILED,INSUFFICIENT_DATA > IN_PROGRESS by cases.undo": undone("insufficient", false, itemOf()),
  "transaction COMPLETED,FAILED > IN_PROGRESS by cases.undo": undone("complete", true, stateOf),
  ...deletionCases,
  "item IN_PROGRESS > COMPLETED by provider": verdict("complete"),
  "item IN_PROGRESS > FAILED by provider": verdict("fail"),
  "item IN_PROGRESS > INSUFFICIENT_DATA by provider": verdict("insufficient"),
  "transaction READY_TO_SUBMIT > IN_PROGRESS by provider": {
    prepare: payable,
    act: async (app, asha) => pay(app, asha),
    readState: stateOf,
    once: true,
  },
  "transaction READY_TO_SUBMIT > IN_PROGRESS by job": {
    prepare: payable,
    act: async (app, asha) => {
      await pay(app, asha, { callback: "none" });
      await app.advance(30);
    },
    readState: stateOf,
    once: true,
  },
  "transaction PENDING > READY_TO_SUBMIT by items": {
    prepare: filled,
    act: (_, asha) => skip(asha, ["bgv-twelfth", "bgv-degree"]),
    readState: stateOf,
  },
  "transaction READY_TO_SUBMIT > PENDING by items": {
    prepare: ready,
    act: (_, asha) => skip(asha, ["bgv-degree"], true),
    readState: stateOf,
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
    readState: stateOf,
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
        if (order) await insertRefund(tx, { order, amountMinor: order.amountMinor, reason: "all", now, isSent: true });
      });
      await runRefunds(app.services);
    },
    readState: stateOf,
  },
  "transaction FAILED,CLOSED > REFUNDED by support": moved(failed, "FAILED", "support", "REFUNDED"),
  "transaction FAILED,CLOSED > REFUNDED by sandbox": moved(failed, "FAILED", "sandbox", "REFUNDED"),
};
