import type { Scope } from "#engine/rules/evaluate.ts";
import type { FieldModel } from "./form-model.ts";

/** The client flow whose hidden inputs are left out. */
export const clientFlow = "web-wallet";

/** How the wire names a field: 'currentAddress.pincode', the steps of its place. */
export const toFieldName = ({ steps }: FieldModel): string => steps.join(".");

/** Names of the inputs that the open verification hides from this client; a name hides what lies below it too. */
export function hiddenNames({ roots }: Scope): (field: FieldModel) => boolean {
  const verification = roots["verification"] as { hidden?: Readonly<Record<string, readonly string[]>> } | undefined;
  const names =
    verification?.hidden && Object.hasOwn(verification.hidden, clientFlow)
      ? (verification.hidden[clientFlow] ?? [])
      : [];
  return (field) => names.some((name) => toFieldName(field) === name || toFieldName(field).startsWith(`${name}.`));
}
