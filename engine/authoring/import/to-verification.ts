import type { FormDefinition, FormField } from "#engine/core/definitions/form.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { toFieldName } from "#engine/core/form/client-flow.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import type { Unmapped } from "./unmapped.ts";
import type { ForeignConfig, ForeignInput } from "./verification-config.ts";

/** The supported keys of a verification. The x-… keys come from an import and go back with the export. */
const supportedKeys: ReadonlySet<string> = new Set(
  "$schema kind id description label icon category form acceptMultipleSubmissions candidateIdSchemaByInstitute showSpecificForm hidden".split(
    " ",
  ),
);

/**
 * Converts a verification definition and its form into a verification config with all client flows. Marks inputs that a
 * flow hides, and reports unsupported properties.
 */
export function toVerification(
  document: VerificationDefinition,
  findForm: (id: string) => FormDefinition | undefined,
): { config: ForeignConfig; unmapped: Unmapped[] } {
  const kept = document as VerificationDefinition & { "x-iconUrl"?: string; "x-orgSpecificName"?: string };
  const unmapped = Object.keys(document)
    .filter((key) => !supportedKeys.has(key) && !key.startsWith("x-"))
    .map((key): Unmapped => ({ at: `/${key}`, reason: "configs do not support it" }));
  if (typeof document.label !== "string") unmapped.push({ at: "/label", reason: "configs support plain texts only" });
  const label = typeof document.label === "string" ? document.label : document.id;
  const form = document.form === undefined ? undefined : findForm(document.form);
  const inputs = form
    ? toFormModel(form, findForm).fields.map((field) => toInput(toFieldName(field), field.field, document))
    : [];
  const config: ForeignConfig = {
    name: document.id,
    metadata: {
      label,
      iconUrl: kept["x-iconUrl"] ?? document.icon,
      ...(kept["x-orgSpecificName"] !== undefined && { orgSpecificName: kept["x-orgSpecificName"] }),
    },
    additionalInfo: {
      name: label,
      authOptions: [
        {
          page: { config: [{ inputs }] },
          ...(document.showSpecificForm && {
            showSpecificForm: document.showSpecificForm.map(({ name, label: one }) => ({ name, label: String(one) })),
          }),
          ...(document.candidateIdSchemaByInstitute && {
            candidateIdSchemaByInstitute: document.candidateIdSchemaByInstitute,
          }),
        },
      ],
      acceptMultipleSubmissions: document.acceptMultipleSubmissions ?? false,
    },
    category: { name: document.category },
  };
  return { config, unmapped };
}

function toInput(fieldName: string, field: FormField, { hidden = {} }: VerificationDefinition): ForeignInput {
  const flows = Object.entries(hidden).filter(([, names]) => names.includes(fieldName));
  const path = (field.value as { var?: unknown } | undefined)?.var;
  const profile = typeof path === "string" && path.startsWith("profile.") ? path.slice("profile.".length) : undefined;
  return {
    fieldName,
    visibility: field.widget !== "hidden",
    ...(profile !== undefined && { readOnly: { profile } }),
    ...(flows.length > 0 && { hidden: Object.fromEntries(flows.map(([flow]) => [flow, true])) }),
  };
}
