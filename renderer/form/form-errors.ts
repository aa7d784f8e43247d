import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import type { FieldError } from "#engine/core/form/validate.ts";

/**
 * Turns the server's refusals into errors of this form. A pointer into the request body ends with a field's pointer
 * ("/list/0/data/pincode"). A form with a single field shows all refusals there. Other refusals stay in the summary.
 */
export function toFormErrors(
  model: FormModel,
  fields: readonly { pointer: string; keyword: string; message: string }[],
): FieldError[] {
  const typed = model.fields.filter(({ field }) => field.widget !== "hidden" && field.value === undefined);
  const single = typed.length === 1 ? typed[0] : undefined;
  return fields.map(({ pointer, keyword, message }) => {
    const candidates = model.fields.filter(
      (field) => isWithin(pointer, [field.pointer]) || endsWithin(pointer, field.pointer),
    );
    const found = candidates.sort((a, b) => b.pointer.length - a.pointer.length)[0] ?? single;
    return { pointer: found?.pointer ?? pointer, keyword, message, severity: "error" };
  });
}

function endsWithin(pointer: string, field: string): boolean {
  const at = pointer.indexOf(field);
  return at >= 0 && (pointer.length === at + field.length || pointer[at + field.length] === "/");
}
