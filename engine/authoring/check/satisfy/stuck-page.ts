import { isPage } from "#engine/core/definitions/form-entry.ts";
import { findPage } from "#engine/core/form/pages.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import type { Goal } from "#engine/authoring/answers/repair.ts";
import type { ModelledForm } from "../support/forms.ts";
import type { Constraint } from "./contradiction.ts";

/** A page that no valid answer has. */
export interface StuckPage {
  readonly id: string;
  /** Its place in the form; undefined for a page of a form that this one uses. */
  readonly pointer: string | undefined;
  /** Its condition is one of the constraints, so no candidate comes to it; otherwise none can leave it. */
  readonly isNeverShown: boolean;
}

/**
 * Returns the page at which a contradiction shows: that of the goal, else the last page with one of the constraints,
 * because the pages before it can still be left. Undefined for a form without pages, and for another goal.
 */
export function findStuckPage(
  { form, model }: Pick<ModelledForm, "form" | "model">,
  [goal]: readonly Goal[],
  constraints: readonly Constraint[],
): StuckPage | undefined {
  if (goal && goal.has !== "page") return undefined;
  const own = constraints.filter((one) => one.form === form.id);
  const placeOf = ({ pointer, at }: Constraint): string | undefined =>
    at ?? form.checks?.[Number(/^\/checks\/([0-9]+)$/.exec(pointer)?.[1])]?.at;
  const pageAt = (at: string | undefined) => (at ? findPage(model, at.replace(`/${anyRow}/`, "/0/"))?.id : undefined);
  const entryOf = ({ pointer }: Constraint) => form.fields[Number(/^\/fields\/([0-9]+)\//.exec(pointer)?.[1])];
  const reached = new Set(
    own.flatMap((one) => {
      const entry = entryOf(one);
      return (entry && isPage(entry) ? entry.page : pageAt(placeOf(one))) ?? [];
    }),
  );
  const id = goal ? findPage(model, goal.pointer)?.id : model.pages.findLast((page) => reached.has(page.id))?.id;
  if (id === undefined) return undefined;
  const index = form.fields.findIndex((entry) => isPage(entry) && entry.page === id);
  const pointer = index < 0 ? undefined : `/fields/${index}`;
  return { id, pointer, isNeverShown: goal !== undefined && own.some((one) => one.pointer === `${pointer}/when`) };
}
