import Type, { type Static } from "typebox";
import { transactionShapes, type TransactionListItem } from "#engine/api/transactions.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { tone } from "./item.ts";
import type { Makings } from "./root.ts";

/** The candidate's transactions, most urgent first. */
export const contract = () =>
  Type.Array(
    Type.Object(
      {
        ...transactionShapes.TransactionListItem.properties,
        tone: Type.Optional(tone()),
      },
      { additionalProperties: false },
    ),
  );

/** The root `transactions` from the list of transactions.list: sorted by the priority of states, with their tones. */
export function toTransactions(list: readonly TransactionListItem[], { find, translate }: Makings): TransactionsRoot {
  const states = find("states", "states")?.states ?? {};
  const priority = (state: string) => findOwn(states, state)?.priority ?? Number.MAX_SAFE_INTEGER;
  return list
    .map((item) => {
      const look = findOwn(states, item.state);
      return { ...item, form: { ...item.form, name: translate(item.form.name) }, ...(look ? { tone: look.tone } : {}) };
    })
    .sort((a, b) => priority(a.state) - priority(b.state));
}

/** The root `transactions`. */
export type TransactionsRoot = Static<ReturnType<typeof contract>>;
