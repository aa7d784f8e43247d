import { isWithin, type FormModel } from "#engine/form/form-model.ts";
import type { FieldError } from "#engine/form/validate.ts";

/**
 * Refusals of the server as errors of this form: a pointer into the body that was sent ends with the pointer of a
 * field ("/list/0/data/pincode"). Where there is only one that can be filled in, what names none is refused of that one, by
 * whatever name it was sent; else it stays in the summary.
 */
export function toFormErrors(
  model: FormModel,
  fields: readonly { pointer: string; keyword: string; message: string }[],
): FieldError[] {
  const typed = model.fields.filter(({ field }) => field.widget !== "hidden" && field.value === undefined);
  const only = typed.length === 1 ? typed[0] : undefined;
  return fields.map(({ pointer, keyword, message }) => {
    const ends = model.fields.filter(
      (field) => isWithin(pointer, [field.pointer]) || endsWithin(pointer, field.pointer),
    );
    const found = ends.sort((a, b) => b.pointer.length - a.pointer.length)[0] ?? only;
    return { pointer: found?.pointer ?? pointer, keyword, message, severity: "error" };
  });
}

function endsWithin(pointer: string, field: string): boolean {
  const at = pointer.indexOf(field);
  return at >= 0 && (pointer.length === at + field.length || pointer[at + field.length] === "/");
}
