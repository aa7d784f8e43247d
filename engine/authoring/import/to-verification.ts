import type { FormDefinition, FormField } from "#engine/core/definitions/form.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { toFieldName } from "#engine/core/form/client-flow.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import type { Unmapped } from "./unmapped.ts";
import type { ForeignConfig, ForeignInput, ForeignPage } from "./verification-config.ts";

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
  const kept = document as VerificationDefinition & CarriedKeys;
  const unmapped = Object.keys(document)
    .filter((key) => !supportedKeys.has(key) && !key.startsWith("x-"))
    .map((key): Unmapped => ({ at: `/${key}`, reason: "configs do not support it" }));
  if (typeof document.label !== "string") unmapped.push({ at: "/label", reason: "configs support plain texts only" });
  const label = typeof document.label === "string" ? document.label : document.id;
  const form = document.form === undefined ? undefined : findForm(document.form);
  const model = form && toFormModel(form, findForm);
  const fields = model?.fields ?? [];
  const sizes = model?.pages.map(({ sections }) => sections.flatMap((section) => section.fields).length);
  const ofOption = keepHidden(document, fields.map(toFieldName), kept["x-hidden"]);
  const inputs = fields.map((field) => toInput(toFieldName(field), field.field, document, ofOption));
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
          page: { config: toPages(inputs, sizes?.length ? sizes : kept["x-pages"]) },
          ...(Object.keys(ofOption).length > 0 && { hidden: ofOption }),
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

/** What an import keeps for the export. */
interface CarriedKeys {
  readonly "x-iconUrl"?: string;
  readonly "x-orgSpecificName"?: string;
  readonly "x-hidden"?: HiddenOption;
  readonly "x-pages"?: readonly number[];
}
type HiddenOption = Readonly<Record<string, boolean | readonly string[]>>;

/** The imported `hidden` of the option, without the flows whose inputs changed since. */
function keepHidden(
  { hidden = {} }: VerificationDefinition,
  known: readonly string[],
  imported: HiddenOption = {},
): HiddenOption {
  const isKept = ([flow, names]: [string, boolean | readonly string[]]) =>
    !Array.isArray(names) || names.every((name: string) => !known.includes(name) || hidden[flow]?.includes(name));
  return Object.fromEntries(Object.entries(imported).filter(isKept));
}

/** The inputs on the pages of the form, or on the imported ones. Inputs that were added since are on the last one. */
function toPages(inputs: readonly ForeignInput[], sizes: readonly number[] = []): ForeignPage[] {
  if (sizes.length < 2) return [{ inputs }];
  return sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, one) => sum + one, 0);
    return { inputs: inputs.slice(start, index === sizes.length - 1 ? undefined : start + size) };
  });
}

function toInput(
  fieldName: string,
  field: FormField,
  { hidden = {} }: VerificationDefinition,
  ofOption: HiddenOption,
): ForeignInput {
  const isOfOption = (flow: string) => {
    const names = ofOption[flow];
    return typeof names === "object" ? names.includes(fieldName) : names === true;
  };
  const flows = Object.entries(hidden).filter(([flow, names]) => names.includes(fieldName) && !isOfOption(flow));
  const path = (field.value as { var?: unknown } | undefined)?.var;
  const profile = typeof path === "string" && path.startsWith("profile.") ? path.slice("profile.".length) : undefined;
  return {
    fieldName,
    visibility: field.widget !== "hidden",
    ...(profile !== undefined && { readOnly: { profile } }),
    ...(flows.length > 0 && { hidden: Object.fromEntries(flows.map(([flow]) => [flow, true])) }),
  };
}
