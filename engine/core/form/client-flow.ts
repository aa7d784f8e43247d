import type { Scope } from "#engine/core/rules/evaluate.ts";
import type { FieldModel } from "./form-model.ts";

/** The client flow of this wallet; inputs that it hides are omitted. */
export const clientFlow = "web-wallet";

/** Name of a field on the wire: the dotted steps of its pointer, 'currentAddress.pincode', in a row 'jobs.0.from'. */
export const toFieldName = ({ steps }: FieldModel): string => steps.join(".");

/** Returns a predicate for the fields that the open verification hides from this client, with everything below them. */
export function hiddenNames({ roots }: Scope): (field: FieldModel) => boolean {
  const verification = roots["verification"] as { hidden?: Readonly<Record<string, readonly string[]>> } | undefined;
  const names =
    verification?.hidden && Object.hasOwn(verification.hidden, clientFlow)
      ? (verification.hidden[clientFlow] ?? [])
      : [];
  if (names.length === 0) return () => false;
  return ({ steps, row }) => {
    const named = row ? steps.filter((_, at) => at !== row.list.steps.length) : steps;
    const own = named.join(".");
    return names.some((name) => own === name || own.startsWith(`${name}.`));
  };
}
