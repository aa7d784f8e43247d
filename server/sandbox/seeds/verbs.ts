import { randomInt } from "node:crypto";
import { isOperationId } from "#engine/api/operations.ts";
import type { Variables } from "#engine/base/fill-variables.ts";
import { insertRefund } from "#server/checkout/orders/refunds.ts";
import { findOrder } from "#server/checkout/orders/rows.ts";
import { countNotifications, writeNotification } from "#server/messaging/notices/notices.ts";
import { transact } from "#server/platform/store/database.ts";
import { putEntries } from "#server/reference/lists/entries.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "#server/wallet/transactions/rows.ts";
import type { Actor, FixtureTransaction } from "../parts/actor.ts";
import { fillRemaining } from "../parts/answers.ts";
import { reach, stand } from "../parts/ways.ts";
import type { Verbs } from "./contracts.ts";
import { BadSeed, keepFrom, readSeed } from "./read.ts";

/** Where a story is played: whose it is, and what it has found out. */
export interface Stage {
  readonly actor: Actor;
  readonly services: Services;
  readonly transaction: FixtureTransaction;
  readonly variables: Variables;
  /** Does more in the same story. */
  act(actions: readonly Record<string, unknown>[]): Promise<void>;
}

const noticeEveryMs = 10 * 60_000;

/** Digits in place of `#`. */
export const drawDigits = (pattern: string): string => pattern.replace(/#/g, () => String(randomInt(0, 10)));

export const verbs: Verbs<Stage> = {
  first: async ({ first }, stage) => {
    const story = readSeed(first)?.stories[0];
    if (!story) throw new BadSeed(`there is no seed '${first}' with a story`);
    await stage.act(story.do);
  },
  call: async ({ call, with: args, keep = {}, optional }, { actor, transaction, variables }) => {
    if (!isOperationId(call)) throw new BadSeed(`there is no operation '${call}'`);
    const data = await actor.perform(call, args, transaction).catch((refused: Error) => {
      if (!optional) throw refused;
      return undefined;
    });
    if (data !== undefined) keepFrom(data, keep, variables);
  },
  rest: (_action, { actor, services, transaction }) => fillRemaining(actor, transaction, services),
  paper: async ({ paper, lines }, { actor, variables }) => {
    variables[paper] = await actor.upload(...lines);
  },
  photo: async ({ photo, of }, { actor, transaction, variables }) => {
    variables[photo] = await actor.takePhoto(of, transaction);
  },
  code: async ({ code, keep }, { actor, variables }) => {
    variables[keep] = await actor.readCode(code);
  },
  draw: ({ draw, pattern }, { variables }) => {
    variables[draw] = drawDigits(pattern);
  },
  scene: async ({ scene: state }, { actor, services, transaction }) => {
    const obstacle = await reach({ actor, services, transaction, state });
    if (obstacle !== undefined) throw new Error(`it cannot be ${state}: ${obstacle}`);
  },
  verifier: async ({ verifier, ...more }, { actor, transaction }) => actor.decide(transaction, verifier, more),
  bank: async ({ bank, order }, { actor }) => actor.payOutcome(order, bank),
  refund: async ({ refund, reasons }, { services }) => {
    await transact(services.db, async (tx) => {
      const order = await findOrder(tx, refund);
      if (!order) throw new Error(`there is no order ${refund}`);
      const now = await readNow(tx);
      const amountMinor = Math.floor(order.amountMinor / 4);
      for (const reason of reasons) await insertRefund(tx, { order, amountMinor, reason, now, done: true });
    });
  },
  stand: async ({ stand: state }, { services, transaction }) => stand(services, transaction.txnId, state),
  notices: async ({ notices, about }, { actor, services, transaction }) => {
    await transact(services.db, async (tx) => {
      const now = await readNow(tx);
      const left = notices - (await countNotifications(tx, actor.candidateId));
      for (let i = 0; i < left; i += 1)
        await writeNotification(tx, {
          candidateId: actor.candidateId,
          key: "form-waiting",
          values: { form: `${about} ${i + 1}`, organisation: about, days: notices - i },
          about: transaction,
          now: new Date(now.getTime() - (notices - i) * noticeEveryMs),
        });
    });
  },
  entries: async ({ entries, count, value, name }, { services }) => {
    const digits = String(count).length;
    const list = Array.from({ length: count }, (_, i) => {
      const number = String(i + 1).padStart(digits, "0");
      return { value: value.replace("#", number), name: name.replace("#", number) };
    });
    await putEntries(services.db, entries, list, "sandbox");
  },
};
