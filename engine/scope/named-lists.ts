import type { PublicForm } from "#engine/api/transactions.ts";
import type { Makings } from "./root.ts";

// Roots that are the list of an answer, with what it names in the candidate's language. Apart from their contracts: a page carries no schema.

type Sources = Pick<Makings, "translate">;

/** The root `forms` from the list of forms.public. */
export const toForms = (list: readonly PublicForm[], { translate }: Sources): PublicForm[] =>
  list.map((form) => ({ ...form, name: translate(form.name) }));
