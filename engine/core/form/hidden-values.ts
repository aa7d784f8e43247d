import { getAt, setAt } from "#engine/core/base/json-pointer.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import type { DerivedForm } from "./derive.ts";
import { findFillArgs, listFilledValues } from "./fill.ts";
import type { FieldModel, FormModel } from "./form-model.ts";

type Data = Record<string, unknown>;

/** The widget that draws nothing. */
export const hiddenWidget = "hidden";

/** Returns whether no form ever shows the field. Its value cannot be the candidate's own. */
export const isNeverDrawn = ({ field }: FieldModel): boolean => field.widget === hiddenWidget;

/** Returns the fields that are never drawn and not computed: only their initial value or a look-up may set them. */
export const listHiddenFields = ({ fields }: FormModel): readonly FieldModel[] =>
  fields.filter((field) => isNeverDrawn(field) && field.field.value === undefined);

/** Returns data without what a client sent for fields that are never drawn. */
export const dropHidden = (model: FormModel, data: Data): Data =>
  listHiddenFields(model).reduce(
    (kept, { pointer }) => (getAt(kept, pointer) === undefined ? kept : setAt(kept, pointer, undefined)),
    data,
  );

/** A call whose answer gives fields their values that are never drawn. */
export interface HiddenFill {
  readonly field: FieldModel;
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Returns the calls that fill fields which are never drawn. */
export function listHiddenFills(model: FormModel, derived: DerivedForm): HiddenFill[] {
  const hidden = new Set(listHiddenFields(model).map(({ pointer }) => pointer));
  return model.fields.flatMap((field) => {
    const fillsHidden = listFilledValues(field, undefined).some(([pointer]) => hidden.has(pointer));
    const args = fillsHidden ? findFillArgs(field, derived) : undefined;
    return args ? [{ field, call: field.field.fill?.call ?? "", args }] : [];
  });
}

/** Returns data with the values of fields that are never drawn: from the answers of their calls, else initial. */
export function fillHidden(
  model: FormModel,
  data: Data,
  derived: DerivedForm,
  answers: readonly (readonly [field: FieldModel, answer: unknown])[],
): Data {
  const filled = new Map(answers.flatMap(([field, answer]) => listFilledValues(field, answer)));
  return listHiddenFields(model).reduce((kept, { pointer, base, field }) => {
    const initial = field.initial === undefined ? undefined : evaluate(field.initial, derived.scopeAt(base));
    const value = filled.get(pointer) ?? initial;
    // An address that was not given stays away as a whole.
    const isThere = base === "" || getAt(data, base) !== undefined;
    return isThere && value !== undefined && value !== null ? setAt(kept, pointer, value) : kept;
  }, data);
}
