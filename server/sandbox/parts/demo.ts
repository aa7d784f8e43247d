import type { State } from "#engine/api/states.ts";
import { putEntries } from "#server/reference/lists/entries.ts";
import { countNotifications, writeNotification } from "#server/messaging/notices/notices.ts";
import { insertRefund } from "#server/checkout/orders/refunds.ts";
import { findOrder } from "#server/checkout/orders/rows.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { isAllowed } from "#server/wallet/transactions/guard.ts";
import { moveTransaction, setMovedBy } from "#server/wallet/transactions/moves.ts";
import { lockTransactionById, readNow } from "#server/wallet/transactions/rows.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";
import type { Cast, Fixture } from "./cast.ts";
import {
  beginPayment,
  fillBackgroundCheck,
  fillEducationEvaluation,
  payEducationEvaluation,
  submitBackgroundCheck,
} from "./forms.ts";

const notices = 35;
const institutes = 137;
const minuteMs = 60_000;
/** States that no step leads to any more; old data may carry them. */
const unreached: readonly State[] = ["DATA_SAVED", "SUBMITTED", "VERIFIED", "SKIPPED", "SUCCESS"];

/** What the demo has beside its people: a transaction in every state, orders of every kind, notices, and a long list. */
export async function makeDemo({ asha }: Cast, services: Services): Promise<Fixture> {
  const transactions = await makeStates(asha, services);
  const orders = await makeOrders(asha, services);
  await writeNotices(asha, transactions["PENDING"]!, services);
  await putEntries(
    services.db,
    "institutes",
    Array.from({ length: institutes }, (_, i) => ({
      value: `sandbox-college-${i + 1}`,
      name: `Sandbox College ${String(i + 1).padStart(3, "0")}`,
    })),
    "sandbox",
  );
  return { transactions, orders };
}

async function makeStates(asha: Actor, services: Services): Promise<Record<string, FixtureTransaction>> {
  const states: Record<string, FixtureTransaction> = {};
  for (const state of unreached) states[state] = await asha.open("harbour", "background-check", state);
  states.PENDING = await asha.open("harbour", "background-check");
  await asha.post(states.PENDING, "/transactions/process");
  states.IN_PROGRESS = await submitBackgroundCheck(asha);
  states.INSUFFICIENT_DATA = await submitBackgroundCheck(asha);
  await asha.decide(states.INSUFFICIENT_DATA, "insufficient", {
    verificationName: "bgv-degree",
    reason: "The marksheet cannot be read",
    fields: ["Marksheet"],
  });
  states.COMPLETED = await submitBackgroundCheck(asha);
  await asha.decide(states.COMPLETED, "complete");
  states.FAILED = await submitBackgroundCheck(asha);
  await asha.decide(states.FAILED, "fail", { reason: "The university does not know this degree" });
  states.REFUNDED = await submitBackgroundCheck(asha);
  await asha.decide(states.REFUNDED, "fail", { reason: "The university does not know this degree" });
  await move(services, states.REFUNDED, "REFUNDED");
  states.CLOSED = await fillBackgroundCheck(asha);
  await move(services, states.CLOSED, "CLOSED");
  states.READY_TO_SUBMIT = await fillEducationEvaluation(asha);
  states.NOT_INITIALIZED = await asha.open("gce", "education-evaluation");
  return states;
}

async function makeOrders(asha: Actor, services: Services): Promise<Record<string, string>> {
  const { paymentId: success } = await payEducationEvaluation(asha);
  const { paymentId: refunded } = await payEducationEvaluation(asha);
  await refund(services, refunded);
  const failed = await beginPayment(asha, await fillEducationEvaluation(asha));
  await asha.payOutcome(failed, "failure");
  const pending = await beginPayment(asha, await fillEducationEvaluation(asha));
  await asha.payOutcome(pending, "pending");
  return { success, refunded, failed, pending };
}

/** Two refunds that have arrived. */
async function refund(services: Services, paymentId: string): Promise<void> {
  await transact(services.db, async (tx) => {
    const order = await findOrder(tx, paymentId);
    if (!order) return;
    const now = await readNow(tx);
    const amountMinor = Math.floor(order.amountMinor / 4);
    for (const reason of ["A discount was missed", "One paper was counted twice"])
      await insertRefund(tx, { order, amountMinor, reason, now, done: true });
  });
}

/** What happened so far has been told; older notices make the number full. */
async function writeNotices(asha: Actor, about: FixtureTransaction, services: Services): Promise<void> {
  await transact(services.db, async (tx) => {
    const now = await readNow(tx);
    const total = await countNotifications(tx, asha.candidateId);
    for (let i = 0; i < notices - total; i += 1) {
      await writeNotification(tx, {
        candidateId: asha.candidateId,
        key: "form-waiting",
        values: { form: `Sandbox ${i + 1}`, organisation: "Sandbox", days: notices - i },
        about,
        now: new Date(now.getTime() - (notices - i) * 10 * minuteMs),
      });
    }
  });
}

/** What support or the closing job would do. */
async function move(services: Services, { txnId }: FixtureTransaction, state: State): Promise<void> {
  await transact(services.db, async (tx) => {
    await setMovedBy(tx, "sandbox");
    const loaded = await lockTransactionById(tx, txnId);
    if (loaded && (await isAllowed(tx, loaded, services, { by: "sandbox", to: state })))
      await moveTransaction(tx, loaded.row, state, loaded.now);
  });
}
