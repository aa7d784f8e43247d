import type { FormDefinition, FormEntry, FormField } from "#engine/core/definitions/form.ts";
import { isField, isGroup } from "#engine/core/definitions/form-entry.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { FieldDefinition, KnownNames } from "./field-definition.ts";
import { fromFields } from "./from-fields.ts";
import { below, listUnmappedKeys, toId, toLabel, type Imported, type Unmapped } from "./unmapped.ts";
import type { ForeignAuthOption, ForeignConfig, ForeignInput } from "./verification-config.ts";

/** Names of existing definitions, with icons and categories. */
export interface KnownVerificationNames extends KnownNames {
  readonly icons: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
}
type Documents = VerificationDefinition | FormDefinition | OptionsDefinition;

const firstOption = ["additionalInfo", "authOptions", 0] as const;
const usualIcon = "document";

/**
 * Converts a verification config into a verification definition and its form. Field definitions supply the widgets; an
 * input without one becomes a text field and is reported.
 */
export function fromVerification(
  config: ForeignConfig,
  known: KnownVerificationNames,
  definitions: readonly FieldDefinition[] = [],
): Imported<Documents> {
  const { metadata = {}, additionalInfo = {}, category = {} } = config;
  const [option = {}, ...others] = additionalInfo.authOptions ?? [];
  const unmapped: Unmapped[] = [
    ...listUnmappedKeys(config, ["name", "metadata", "additionalInfo", "category"], ""),
    ...listUnmappedKeys(metadata, ["label", "iconUrl", "orgSpecificName"], "/metadata"),
    ...listUnmappedKeys(additionalInfo, ["name", "authOptions", "acceptMultipleSubmissions"], "/additionalInfo"),
    ...listUnmappedKeys(
      option,
      ["page", "showSpecificForm", "candidateIdSchemaByInstitute", "hidden"],
      below("", ...firstOption),
    ),
    ...others.map((_, index) => ({
      at: below("", "additionalInfo", "authOptions", index + 1),
      reason: "a verification has one option: add another verification for this one",
    })),
  ];
  const id = toId(config.name);
  const label = metadata.label ?? additionalInfo.name ?? toLabel(config.name);
  if (additionalInfo.name !== undefined && additionalInfo.name !== label)
    unmapped.push({ at: "/additionalInfo/name", reason: `a verification has one name, and that is '${label}'` });
  if (metadata.orgSpecificName !== undefined)
    unmapped.push({
      at: "/metadata/orgSpecificName",
      reason: "it belongs to the organisation: `evaluationBody` of its definition",
    });
  const { icon, iconUnmapped } = toIcon(metadata.iconUrl, known);
  unmapped.push(...iconUnmapped);
  const group = category.name ?? "";
  if (!known.categories.has(group))
    unmapped.push({ at: "/category/name", reason: `no category is named '${group}': add it in catalogues/categories` });
  const inputs = listInputs(option);
  const pages = option.page?.config ?? [];
  const pageSizes = pages.map((page) => page.inputs?.length ?? 0);
  unmapped.push(
    ...listUnmappedKeys(option.page ?? {}, ["config"], below("", ...firstOption, "page")),
    ...pages.flatMap((page, index) =>
      listUnmappedKeys(page, ["inputs"], below("", ...firstOption, "page", "config", index)),
    ),
  );
  const form = inputs.length > 0 ? toForm(id, inputs, { known, definitions, unmapped }) : [];
  const document: VerificationDefinition = {
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
    ...toHidden(option, inputs, unmapped),
    ...(option.hidden && { "x-hidden": option.hidden }),
    ...(pageSizes.length > 1 && { "x-pages": pageSizes }),
    ...(metadata.iconUrl !== undefined && metadata.iconUrl !== icon && { "x-iconUrl": metadata.iconUrl }),
    ...(metadata.orgSpecificName !== undefined && { "x-orgSpecificName": metadata.orgSpecificName }),
  };
  return { documents: [{ path: `verifications/${id}.json`, document }, ...form], unmapped };
}

/** An input with its place in the config. */
interface PlacedInput {
  readonly input: ForeignInput;
  readonly at: string;
}

const listInputs = ({ page }: ForeignAuthOption): PlacedInput[] =>
  (page?.config ?? []).flatMap(({ inputs = [] }, page) =>
    inputs.map((input, index) => ({ input, at: below("", ...firstOption, "page", "config", page, "inputs", index) })),
  );

function toIcon(
  iconUrl: string | undefined,
  { icons }: KnownVerificationNames,
): { icon: string; iconUnmapped: Unmapped[] } {
  if (iconUrl !== undefined && icons.has(iconUrl)) return { icon: iconUrl, iconUnmapped: [] };
  const reason = `icons have names: '${usualIcon}' replaces this URL`;
  return { icon: usualIcon, iconUnmapped: iconUrl === undefined ? [] : [{ at: "/metadata/iconUrl", reason }] };
}

/** Returns the hidden inputs by client flow: all of them where the whole option is hidden. Reports unknown names. */
function toHidden(
  option: ForeignAuthOption,
  inputs: readonly PlacedInput[],
  unmapped: Unmapped[],
): Pick<VerificationDefinition, "hidden"> {
  const known = new Set(inputs.map(({ input }) => input.fieldName));
  for (const [flow, names] of Object.entries(option.hidden ?? {}))
    for (const [index, name] of (Array.isArray(names) ? (names as readonly string[]) : []).entries())
      if (!known.has(name))
        unmapped.push({ at: below("", ...firstOption, "hidden", flow, index), reason: `no input is named '${name}'` });
  const flows = new Set([
    ...Object.keys(option.hidden ?? {}),
    ...inputs.flatMap(({ input }) => Object.keys(input.hidden ?? {})),
  ]);
  const hidden = [...flows].flatMap((flow) => {
    const ofOption = option.hidden?.[flow];
    const isHiddenByOption = ({ fieldName }: ForeignInput) =>
      typeof ofOption === "object" ? ofOption.includes(fieldName) : ofOption === true;
    const names = inputs.filter(({ input }) => isHiddenByOption(input) || input.hidden?.[flow]);
    return names.length > 0 ? [[flow, names.map(({ input }) => input.fieldName)] as const] : [];
  });
  return hidden.length > 0 ? { hidden: Object.fromEntries(hidden) } : {};
}

/** Returns the form of the inputs. Invisible inputs are hidden, and inputs from the profile are computed. */
function toForm(
  id: string,
  inputs: readonly PlacedInput[],
  {
    known,
    definitions,
    unmapped,
  }: { known: KnownNames; definitions: readonly FieldDefinition[]; unmapped: Unmapped[] },
): Imported<FormDefinition | OptionsDefinition>["documents"] {
  const defined = inputs.map(({ input, at }): FieldDefinition => {
    unmapped.push(...listUnmappedKeys(input, ["fieldName", "visibility", "readOnly", "hidden"], at));
    const found = definitions.find(({ fieldName }) => fieldName === input.fieldName);
    const { profile } = input.readOnly ?? {};
    if (!found && input.visibility !== false && profile === undefined)
      unmapped.push({ at, reason: "the widget is unknown: a text field, until you import its field definition too" });
    return found ?? { fieldName: input.fieldName, inputType: "text", label: toLabel(input.fieldName) };
  });
  const made = fromFields(id, defined, known);
  unmapped.push(...made.unmapped.map(({ at, reason }) => ({ at: `fields:${at}`, reason })));
  const byPlace = new Map(inputs.map((placed) => [below("", ...placed.input.fieldName.split(".")), placed]));
  const change = (entry: FormEntry): FormEntry => {
    if (isGroup(entry)) return { ...entry, fields: entry.fields.map(change) };
    const placed = isField(entry) ? byPlace.get(entry.at) : undefined;
    return placed ? toGiven(entry as FormField, placed, unmapped) : entry;
  };
  return made.documents.map(({ path, document }) =>
    document.kind === "form"
      ? { path, document: { ...document, fields: document.fields.map(change) } }
      : { path, document },
  );
}

function toGiven(field: FormField, { input, at }: PlacedInput, unmapped: Unmapped[]): FormField {
  const { profile } = input.readOnly ?? {};
  const path = profile === true && input.fieldName === "name" ? "profileDetails.name" : profile;
  if (path === true)
    unmapped.push({ at: `${at}/readOnly/profile`, reason: "the value of the profile is unknown: write it as `value`" });
  const value = typeof path === "string" ? { value: { var: `profile.${path}` } } : {};
  if (input.visibility === false) return { at: field.at, widget: "hidden", ...value };
  return { ...field, ...value };
}
