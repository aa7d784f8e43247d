import type { FormDocument, FormField } from "#engine/documents/form.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { toFieldName } from "#engine/form/client-flow.ts";
import { toFormModel } from "#engine/form/form-model.ts";
import type { LeftOver } from "./left-over.ts";
import type { SaidConfig, SaidInput } from "./verification-config.ts";

/** What a config has a word for; x-… came with an import, and goes back. */
const said: ReadonlySet<string> = new Set(
  "$schema kind id description label icon category form acceptMultipleSubmissions candidateIdSchemaByInstitute showSpecificForm hidden".split(
    " ",
  ),
);

/**
 * A verification document and its form as a verification config for every client flow: what one of them does not show is
 * said of each input. What configs have no word for is told with its place.
 */
export function toVerification(
  document: VerificationDocument,
  findForm: (id: string) => FormDocument | undefined,
): { config: SaidConfig; left: LeftOver[] } {
  const kept = document as VerificationDocument & { "x-iconUrl"?: string; "x-orgSpecificName"?: string };
  const left = Object.keys(document)
    .filter((key) => !said.has(key) && !key.startsWith("x-"))
    .map((key): LeftOver => ({ at: `/${key}`, why: "configs have no word for it" }));
  if (typeof document.label !== "string") left.push({ at: "/label", why: "configs have plain texts alone" });
  const label = typeof document.label === "string" ? document.label : document.id;
  const form = document.form === undefined ? undefined : findForm(document.form);
  const inputs = form
    ? toFormModel(form, findForm).fields.map((field) => toInput(toFieldName(field), field.field, document))
    : [];
  const config: SaidConfig = {
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
  return { config, left };
}

function toInput(fieldName: string, field: FormField, { hidden = {} }: VerificationDocument): SaidInput {
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
