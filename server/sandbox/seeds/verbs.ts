import { randomInt } from "node:crypto";
import { isAppOperationId } from "#engine/contract/all-operations.ts";
import { isOperationId } from "#engine/contract/operations.ts";
import type { Variables } from "#engine/core/base/fill-variables.ts";
import { insertRefund } from "#server/checkout/orders/refunds.ts";
import { findOrder } from "#server/checkout/orders/rows.ts";
import { countNotifications, writeNotification } from "#server/messaging/notices/notices.ts";
import { transact } from "#server/platform/store/database.ts";
import { putEntries } from "#server/reference/lists/entries.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import type { Actor, FixtureTransaction } from "../parts/actor.ts";
import { answerRemaining } from "../parts/answers.ts";
import { reachState, forceState } from "../parts/reach-state.ts";
import type { Verbs } from "./contracts.ts";
import { BadSeed, extractVariables, readSeed } from "./read.ts";

/** The candidate, transaction and variables of a running story. */
export interface StoryContext {
  readonly actor: Actor;
  readonly services: Services;
  readonly transaction: FixtureTransaction;
  readonly variables: Variables;
  /** Runs more actions in the same story. */
  run(actions: readonly Record<string, unknown>[]): Promise<void>;
}

const notificationEveryMs = 10 * 60_000;

/** Replaces each `#` by a random digit. */
export const drawDigits = (pattern: string): string => pattern.replace(/#/g, () => String(randomInt(0, 10)));

export const verbs: Verbs<StoryContext> = {
  runSeed: async ({ runSeed }, context) => {
    const story = readSeed(runSeed)?.stories[0];
    if (!story) throw new BadSeed(`there is no seed '${runSeed}' with a story`);
    await context.run(story.do);
  },
  call: async ({ call, with: args, keep = {}, optional }, { actor, transaction, variables }) => {
    if (!isOperationId(call)) throw new BadSeed(`there is no operation '${call}'`);
    const data = await actor.perform(call, args, transaction).catch((refused: Error) => {
      if (!optional) throw refused;
      return undefined;
    });
    if (data !== undefined) extractVariables(data, keep, variables);
  },
  answerRemaining: (_action, { actor, services, transaction }) => answerRemaining(actor, transaction, services),
  upload: async ({ upload, lines }, { actor, variables }) => {
    variables[upload] = await actor.upload(...lines);
  },
  photo: async ({ photo, verificationName }, { actor, transaction, variables }) => {
    variables[photo] = await actor.takePhoto(verificationName, transaction);
  },
  otp: async ({ otp, keep }, { actor, variables }) => {
    variables[keep] = await actor.readCode(otp);
  },
  randomDigits: ({ randomDigits, pattern }, { variables }) => {
    variables[randomDigits] = drawDigits(pattern);
  },
  reachState: async ({ reachState: state }, { actor, services, transaction }) => {
    const failure = await reachState({ actor, services, transaction, state });
    if (failure !== undefined) throw new Error(`it cannot be ${state}: ${failure}`);
  },
  verifier: async ({ verifier, ...more }, { actor, transaction }) => actor.decide(transaction, verifier, more),
  staff: async ({ staff: role, does, with: args }, { actor, transaction }) => {
    if (!isAppOperationId(does)) throw new BadSeed(`there is no operation '${does}'`);
    await actor.performAsStaff(role, does, args, transaction);
  },
  pay: async ({ pay, order }, { actor }) => actor.payOutcome(order, pay),
  refund: async ({ refund, reasons }, { services }) => {
    await transact(services.db, async (tx) => {
      const order = await findOrder(tx, refund);
      if (!order) throw new Error(`there is no order ${refund}`);
      const now = await readNow(tx);
      const amountMinor = Math.floor(order.amountMinor / 4);
      for (const reason of reasons) await insertRefund(tx, { order, amountMinor, reason, now, isSent: true });
    });
  },
  forceState: async ({ forceState: state }, { services, transaction }) =>
    forceState(services, transaction.txnId, state),
  notifications: async ({ notifications, about }, { actor, services, transaction }) => {
    await transact(services.db, async (tx) => {
      const now = await readNow(tx);
      const missing = notifications - (await countNotifications(tx, actor.candidateId));
      for (let i = 0; i < missing; i += 1)
        await writeNotification(tx, {
          candidateId: actor.candidateId,
          key: "form-waiting",
          values: { form: `${about} ${i + 1}`, organisation: about, days: notifications - i },
          about: transaction,
          now: new Date(now.getTime() - (notifications - i) * notificationEveryMs),
        });
    });
  },
  listEntries: async ({ listEntries, count, value, name }, { services }) => {
    const digits = String(count).length;
    const list = Array.from({ length: count }, (_, i) => {
      const number = String(i + 1).padStart(digits, "0");
      return { value: value.replace("#", number), name: name.replace("#", number) };
    });
    await putEntries(services.db, listEntries, list, "sandbox");
  },
};
