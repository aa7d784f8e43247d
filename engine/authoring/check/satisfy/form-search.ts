import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toOptionValues } from "#engine/core/form/options.ts";
import { findAnswer, type AnswerSearch, type FoundAnswer } from "#engine/authoring/answers/find-answer.ts";
import type { DefinitionSet } from "../support/definition-set.ts";
import { findModel } from "../support/forms.ts";
import { toPart } from "./parts.ts";
import { toShape } from "./shape-errors.ts";

/** The day of the constructed answers: fixed, so that a check has one result. */
export const searchedDay = "2026-01-15";

/** Forms in place of those of a set, by id. */
export type ReplacedForms = ReadonlyMap<string, FormDefinition>;

/** A form of a set, and the roots whose values are fixed. */
export interface SearchedForm {
  readonly id: string;
  readonly set: DefinitionSet;
  readonly roots?: Readonly<Record<string, unknown>>;
}

/** The root that every situation has. */
export const toKnownRoots = () => ({ env: { now: `${searchedDay}T06:30:00Z`, today: searchedDay } });

/** What to search beside a valid answer. */
export interface SearchOptions extends Pick<AnswerSearch, "goal" | "from"> {
  readonly replaced?: ReplacedForms;
  /** The fields to search, by their pointers; all by default. */
  readonly part?: ReadonlySet<string>;
}

/**
 * Searches a valid answer of a new submission. Where rules read other roots, these may have any value, unless `roots`
 * fixes it.
 */
export function searchForm(
  { id, set, roots = {} }: SearchedForm,
  options: SearchOptions = {},
): FoundAnswer | undefined {
  const { replaced, part, ...wanted } = options;
  const find = (name: string): FormDefinition | undefined => replaced?.get(name) ?? set.find("form", name);
  const form = find(id);
  if (!form) return undefined;
  const whole = toFormModel(form, find);
  const model = part ? toPart(whole, part, findModel(set, id)) : whole;
  const tools = {
    shape: toShape(model),
    options: (list: string) => toOptionValues(list, (name) => set.find("options", name)),
  };
  const scope = { roots: { ...roots, ...toKnownRoots() }, rules: set.rules };
  return findAnswer({ judge: { model, tools, scope, before: {} }, now: searchedDay, freeRoots: true, ...wanted });
}
