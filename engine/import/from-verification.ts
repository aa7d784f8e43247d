import type { FormDocument, FormEntry, FormField } from "#engine/documents/form.ts";
import { isField, isSection } from "#engine/documents/form-entry.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import type { FieldDefinition, KnownNames } from "./field-definition.ts";
import { fromFields } from "./from-fields.ts";
import { below, listUnread, toId, toLabel, type Imported, type LeftOver } from "./left-over.ts";
import type { SaidAuthOption, SaidConfig, SaidInput } from "./verification-config.ts";

/** What documents have by name, the pictures and the groups among it. */
export interface KnownLooks extends KnownNames {
  readonly icons: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
}
type Documents = VerificationDocument | FormDocument | OptionsDocument;

const firstOption = ["additionalInfo", "authOptions", 0] as const;
const usualIcon = "document";

/**
 * A verification config as a verification document and its form. How its inputs are drawn, field definitions say where
 * there are some; an input without one is a line of text, and is told.
 */
export function fromVerification(
  config: SaidConfig,
  known: KnownLooks,
  definitions: readonly FieldDefinition[] = [],
): Imported<Documents> {
  const { metadata = {}, additionalInfo = {}, category = {} } = config;
  const [option = {}, ...others] = additionalInfo.authOptions ?? [];
  const left: LeftOver[] = [
    ...listUnread(config, ["name", "metadata", "additionalInfo", "category"], ""),
    ...listUnread(metadata, ["label", "iconUrl", "orgSpecificName"], "/metadata"),
    ...listUnread(additionalInfo, ["name", "authOptions", "acceptMultipleSubmissions"], "/additionalInfo"),
    ...listUnread(
      option,
      ["page", "showSpecificForm", "candidateIdSchemaByInstitute", "hidden"],
      below("", ...firstOption),
    ),
    ...others.map((_, index) => ({
      at: below("", "additionalInfo", "authOptions", index + 1),
      why: "a verification has one way here: make another verification of this one",
    })),
  ];
  const id = toId(config.name);
  const label = metadata.label ?? additionalInfo.name ?? toLabel(config.name);
  if (additionalInfo.name !== undefined && additionalInfo.name !== label)
    left.push({ at: "/additionalInfo/name", why: `a verification has one name, and that is '${label}'` });
  if (metadata.orgSpecificName !== undefined)
    left.push({ at: "/metadata/orgSpecificName", why: "it is the organisation's: `evaluationBody` of its document" });
  const { icon, iconLeft } = toIcon(metadata.iconUrl, known);
  left.push(...iconLeft);
  const group = category.name ?? "";
  if (!known.categories.has(group))
    left.push({ at: "/category/name", why: `no group is named '${group}': write it in catalogues/categories` });
  const inputs = listInputs(option);
  const form = inputs.length > 0 ? toForm(id, inputs, { known, definitions, left }) : [];
  const document: VerificationDocument = {
    $schema: "../meta/verification.schema.json",
    kind: "verification",
    id,
    description: `${label}, imported from a verification config.`,
    label,
    icon,
    category: group,
    ...(form.length > 0 && { form: id }),
    ...(additionalInfo.acceptMultipleSubmissions && { acceptMultipleSubmissions: true }),
    ...(option.candidateIdSchemaByInstitute && {
      candidateIdSchemaByInstitute: { ...option.candidateIdSchemaByInstitute },
    }),
    ...(option.showSpecificForm && { showSpecificForm: option.showSpecificForm.map((one) => ({ ...one })) }),
    ...toHidden(option, inputs),
    ...(metadata.iconUrl !== undefined && metadata.iconUrl !== icon && { "x-iconUrl": metadata.iconUrl }),
    ...(metadata.orgSpecificName !== undefined && { "x-orgSpecificName": metadata.orgSpecificName }),
  };
  return { documents: [{ path: `verifications/${id}.json`, document }, ...form], left };
}

/** Every input with its place in the config. */
interface PlacedInput {
  readonly input: SaidInput;
  readonly at: string;
}

const listInputs = ({ page }: SaidAuthOption): PlacedInput[] =>
  (page?.config ?? []).flatMap(({ inputs = [] }, page) =>
    inputs.map((input, index) => ({ input, at: below("", ...firstOption, "page", "config", page, "inputs", index) })),
  );

function toIcon(iconUrl: string | undefined, { icons }: KnownLooks): { icon: string; iconLeft: LeftOver[] } {
  if (iconUrl !== undefined && icons.has(iconUrl)) return { icon: iconUrl, iconLeft: [] };
  const why = `pictures have names here: '${usualIcon}' stands in for this one`;
  return { icon: usualIcon, iconLeft: iconUrl === undefined ? [] : [{ at: "/metadata/iconUrl", why }] };
}

/** Inputs that a client flow does not show, by the flow: all of them where the whole way is hidden. */
function toHidden(option: SaidAuthOption, inputs: readonly PlacedInput[]): Pick<VerificationDocument, "hidden"> {
  const flows = new Set([
    ...Object.keys(option.hidden ?? {}),
    ...inputs.flatMap(({ input }) => Object.keys(input.hidden ?? {})),
  ]);
  const hidden = [...flows].flatMap((flow) => {
    const names = inputs.filter(({ input }) => option.hidden?.[flow] || input.hidden?.[flow]);
    return names.length > 0 ? [[flow, names.map(({ input }) => input.fieldName)] as const] : [];
  });
  return hidden.length > 0 ? { hidden: Object.fromEntries(hidden) } : {};
}

/** The form of the inputs, drawn as their definitions say; what is not shown is hidden, and what the profile says is not typed. */
function toForm(
  id: string,
  inputs: readonly PlacedInput[],
  { known, definitions, left }: { known: KnownNames; definitions: readonly FieldDefinition[]; left: LeftOver[] },
): Imported<FormDocument | OptionsDocument>["documents"] {
  const defined = inputs.map(({ input, at }): FieldDefinition => {
    left.push(...listUnread(input, ["fieldName", "visibility", "readOnly", "hidden"], at));
    const found = definitions.find(({ fieldName }) => fieldName === input.fieldName);
    const { profile } = input.readOnly ?? {};
    if (!found && input.visibility !== false && profile === undefined)
      left.push({ at, why: "nothing says how it is drawn: a line of text, until its field definition is given too" });
    return found ?? { fieldName: input.fieldName, inputType: "text", label: toLabel(input.fieldName) };
  });
  const made = fromFields(id, defined, known);
  left.push(...made.left.map(({ at, why }) => ({ at: `fields:${at}`, why })));
  const byPlace = new Map(inputs.map((placed) => [below("", ...placed.input.fieldName.split(".")), placed]));
  const change = (entry: FormEntry): FormEntry => {
    if (isSection(entry)) return { ...entry, fields: entry.fields.map(change) };
    const placed = isField(entry) ? byPlace.get(entry.at) : undefined;
    return placed ? toGiven(entry as FormField, placed, left) : entry;
  };
  return made.documents.map(({ path, document }) =>
    document.kind === "form"
      ? { path, document: { ...document, fields: document.fields.map(change) } }
      : { path, document },
  );
}

function toGiven(field: FormField, { input, at }: PlacedInput, left: LeftOver[]): FormField {
  const { profile } = input.readOnly ?? {};
  const path = profile === true && input.fieldName === "name" ? "profileDetails.name" : profile;
  if (path === true)
    left.push({ at: `${at}/readOnly/profile`, why: "it does not say which value of the profile: write it as `value`" });
  const value = typeof path === "string" ? { value: { var: `profile.${path}` } } : {};
  if (input.visibility === false) return { at: field.at, widget: "hidden", ...value };
  return { ...field, ...value };
}
