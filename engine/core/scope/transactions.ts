import Type, { type Static } from "typebox";
import { responsibleParties } from "#engine/core/definitions/states.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import { tone } from "./item.ts";
import type { RootInput } from "./root.ts";
import { transactionShapes, type TransactionProgress, type TransactionListItem } from "./shapes/transactions.ts";

/** The candidate's transactions, most urgent first. */
export const contract = () => {
  const { progress, ...item } = transactionShapes.TransactionListItem.properties;
  return Type.Array(
    Type.Object(
      {
        ...item,
        progress: Type.Object(progress.properties, {
          additionalProperties: false,
          description: "The progress, and the verifier's open requests.",
        }),
        tone: Type.Optional(tone()),
        responsible: Type.Enum(responsibleParties, {
          description: "Who has the next step; 'none' where it has ended.",
        }),
        isNext: Type.Boolean({ description: "It is the first that waits for the candidate." }),
      },
      { additionalProperties: false },
    ),
  );
};

/** Progress of a transaction of a wallet that does not state it. */
const unknown: TransactionProgress = { total: 0, done: 0, expired: false, insufficient: [], failed: [] };

/**
 * Builds the root `transactions` from transactions.list, with tone and responsible party. Order: priority of the state,
 * then the earliest closing date, then the latest change.
 */
export function toTransactions(list: readonly TransactionListItem[], { find, translate }: RootInput): TransactionsRoot {
  const states = find("states", "states")?.states ?? {};
  const priority = (state: string) => findOwn(states, state)?.priority ?? Number.MAX_SAFE_INTEGER;
  const sorted = list
    .map((item) => {
      const display = findOwn(states, item.state);
      const progress = translateLabels(item.progress ?? unknown, translate);
      return {
        ...item,
        progress,
        form: { ...item.form, name: translate(item.form.name) },
        ...(display ? { tone: display.tone } : {}),
        responsible: progress.expired ? "none" : (display?.responsible ?? "none"),
      };
    })
    .sort((a, b) => priority(a.state) - priority(b.state) || byUrgency(a, b));
  const first = sorted.findIndex(({ responsible }) => responsible === "candidate");
  return sorted.map((item, index) => ({ ...item, isNext: index === first }));
}

type Dated = Pick<TransactionListItem, "updatedAt"> & { readonly progress: TransactionProgress };

/** ISO 8601 moments sort as text; a transaction without a closing date comes last. */
function byUrgency(a: Dated, b: Dated): number {
  const [one, other] = [a.progress.closesAt ?? "~", b.progress.closesAt ?? "~"];
  return one < other ? -1 : one > other ? 1 : b.updatedAt < a.updatedAt ? -1 : Number(b.updatedAt > a.updatedAt);
}

/** Translates labels; the verifier's own words stay. */
function translateLabels(progress: TransactionProgress, translate: RootInput["translate"]): TransactionProgress {
  return {
    ...progress,
    insufficient: progress.insufficient.map((one) => ({
      ...one,
      label: translate(one.label),
      fields: one.fields.map((label) => translate(label)),
    })),
    failed: progress.failed.map((one) => ({ ...one, label: translate(one.label) })),
  };
}

/** The root `transactions`. */
export type TransactionsRoot = Static<ReturnType<typeof contract>>;
