import { isWithin, type FormModel } from "#engine/form/form-model.ts";
import type { FieldError } from "#engine/form/validate.ts";

/**
 * Refusals of the server as errors of this form: a pointer into the body that was sent ends with the pointer of a
 * field ("/list/0/data/pincode"); one that names no field stays in the summary.
 */
export function toFormErrors(
  model: FormModel,
  fields: readonly { pointer: string; keyword: string; message: string }[],
): FieldError[] {
  return fields.map(({ pointer, keyword, message }) => {
    const ends = model.fields.filter(
      (field) => isWithin(pointer, [field.pointer]) || endsWithin(pointer, field.pointer),
    );
    const found = ends.sort((a, b) => b.pointer.length - a.pointer.length)[0];
    return { pointer: found?.pointer ?? pointer, keyword, message, severity: "error" };
  });
}

function endsWithin(pointer: string, field: string): boolean {
  const at = pointer.indexOf(field);
  return at >= 0 && (pointer.length === at + field.length || pointer[at + field.length] === "/");
}
