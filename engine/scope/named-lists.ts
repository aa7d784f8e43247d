import type { PublicForm, TransactionListItem } from "#engine/api/transactions.ts";
import { runningStates } from "#engine/transaction/state-machine.ts";
import type { Makings } from "./root.ts";

// Roots that are the list of an answer, with what it names in the candidate's language. Apart from their contracts: a page carries no schema.

type Sources = Pick<Makings, "translate">;

/** A form that anybody may start, and the candidate's transaction of it that runs: there is one at a time, and asked for again it is the one that opens. */
export type OfferedForm = PublicForm & { openTxnId?: string };

/** The root `forms` from the list of forms.public and the candidate's transactions, newest first. */
export const toForms = (
  list: readonly PublicForm[],
  transactions: readonly Pick<TransactionListItem, "orgId" | "formId" | "txnId" | "state">[],
  { translate }: Sources,
): OfferedForm[] =>
  list.map((form) => {
    const open = transactions.find(
      ({ orgId, formId, state }) => orgId === form.orgId && formId === form.formId && runningStates.includes(state),
    );
    return { ...form, name: translate(form.name), ...(open && { openTxnId: open.txnId }) };
  });
