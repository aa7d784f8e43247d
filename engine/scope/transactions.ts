import Type, { type Static } from "typebox";
import { transactionShapes, type Standing, type TransactionListItem } from "#engine/api/transactions.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { waiters } from "#engine/transaction/waiters.ts";
import { tone } from "./item.ts";
import type { Makings } from "./root.ts";

/** The candidate's transactions, most urgent first. */
export const contract = () => {
  const { standing, ...item } = transactionShapes.TransactionListItem.properties;
  return Type.Array(
    Type.Object(
      {
        ...item,
        standing: Type.Object(standing.properties, {
          additionalProperties: false,
          description: "How far it is, and what it waits for.",
        }),
        tone: Type.Optional(tone()),
        waitsFor: Type.Enum(waiters, { description: "Who has the next step; nobody where it is over." }),
        lead: Type.Boolean({ description: "The first that waits for the candidate: what to do next." }),
      },
      { additionalProperties: false },
    ),
  );
};

/** What is known of a transaction whose wallet does not say how far it is. */
const unknown: Standing = { total: 0, proceeded: 0, expired: false, asked: [], failed: [] };

/**
 * The root `transactions` from the list of transactions.list: by the priority of states, what closes soonest first, then
 * what moved last; each with its tone and whose step is next.
 */
export function toTransactions(list: readonly TransactionListItem[], { find, translate }: Makings): TransactionsRoot {
  const states = find("states", "states")?.states ?? {};
  const priority = (state: string) => findOwn(states, state)?.priority ?? Number.MAX_SAFE_INTEGER;
  const sorted = list
    .map((item) => {
      const look = findOwn(states, item.state);
      const standing = inWords(item.standing ?? unknown, translate);
      return {
        ...item,
        standing,
        form: { ...item.form, name: translate(item.form.name) },
        ...(look ? { tone: look.tone } : {}),
        waitsFor: standing.expired ? "nobody" : (look?.waitsFor ?? "nobody"),
      };
    })
    .sort((a, b) => priority(a.state) - priority(b.state) || byUrgency(a, b));
  const first = sorted.findIndex(({ waitsFor }) => waitsFor === "candidate");
  return sorted.map((item, index) => ({ ...item, lead: index === first }));
}

type Dated = Pick<TransactionListItem, "updatedAt"> & { readonly standing: Standing };

/** Moments of one kind of writing sort as text; what never closes comes last. */
function byUrgency(a: Dated, b: Dated): number {
  const [one, other] = [a.standing.closesAt ?? "~", b.standing.closesAt ?? "~"];
  return one < other ? -1 : one > other ? 1 : b.updatedAt < a.updatedAt ? -1 : Number(b.updatedAt > a.updatedAt);
}

/** Labels in the candidate's language; what the verifier wrote stays as it is. */
function inWords(standing: Standing, translate: Makings["translate"]): Standing {
  return {
    ...standing,
    asked: standing.asked.map((one) => ({
      ...one,
      label: translate(one.label),
      fields: one.fields.map((label) => translate(label)),
    })),
    failed: standing.failed.map((one) => ({ ...one, label: translate(one.label) })),
  };
}

/** The root `transactions`. */
export type TransactionsRoot = Static<ReturnType<typeof contract>>;
