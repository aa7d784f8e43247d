import { runningStates } from "#engine/core/definitions/states.ts";
import type { RootInput } from "./root.ts";
import type { PublicForm, TransactionListItem } from "./shapes/transactions.ts";

// Separate from the contract in lists.ts, so that a page loads no schema.

type Sources = Pick<RootInput, "translate">;

/** A public form, with the candidate's running transaction of it. There is at most one; opening the form opens it. */
export type ListedForm = PublicForm & { openTxnId?: string };

/** Builds the root `forms` from forms.public and the candidate's transactions, newest first. */
export const toForms = (
  list: readonly PublicForm[],
  transactions: readonly Pick<TransactionListItem, "orgId" | "formId" | "txnId" | "state">[],
  { translate }: Sources,
): ListedForm[] =>
  list.map((form) => {
    const open = transactions.find(
      ({ orgId, formId, state }) => orgId === form.orgId && formId === form.formId && runningStates.includes(state),
    );
    return { ...form, name: translate(form.name), ...(open && { openTxnId: open.txnId }) };
  });
