import type { DataSchema, FormDefinition, FormEntry, FormField, FormNote } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { toControl, type FormDraft } from "./control.ts";
import { toCarryKey, type FieldDefinition, type KnownNames } from "./field-definition.ts";
import { below, listUnmappedKeys, toId, toLabel, type Imported } from "./unmapped.ts";

/** The result for a form: its definition, and an option list for each field with its own choices. */
export type FormImport = Imported<FormDefinition | OptionsDefinition>;

const supportedKeys = [
  "fieldName",
  "inputType",
  "type",
  "label",
  "placeholder",
  "maxLength",
  "options",
  "optionsKey",
  "required",
  "requiredFn",
  "validation",
  "helperText",
  "helperTextJSXKey",
  "alert",
  "sectionTitle",
  "hideLabel",
  "allowedFileTypes",
  "shouldRunOcrCheck",
  "nested",
];
/**
 * Converts field definitions into a form definition and option lists. Refers to existing rules and lists by name.
 * Reports each unsupported property and keeps it in an x-… key for the export.
 */
export function fromFields(id: string, definitions: readonly FieldDefinition[], known: KnownNames): FormImport {
  const draft: FormDraft = { id, known, properties: {}, messages: {}, lists: [], unmapped: [] };
  const fields = toEntries(definitions, { draft, at: "", group: "" });
  const form = {
    $schema: "../meta/form.schema.json",
    kind: "form",
    id,
    description: `${toLabel(id)}, imported from field definitions.`,
    data: { type: "object", properties: draft.properties },
    fields,
    ...(Object.keys(draft.messages).length > 0 && { messages: draft.messages }),
  } satisfies FormDefinition;
  const documents = [
    { path: `forms/${id}.json`, document: form },
    ...draft.lists.map((list) => ({ path: `options/${list.id}.json`, document: list })),
  ];
  return { documents, unmapped: draft.unmapped };
}

/** Returns the fields in order. Adjacent fields with the same section title form a section. */
function toEntries(
  definitions: readonly FieldDefinition[],
  { draft, at, group }: { draft: FormDraft; at: string; group: string },
): FormEntry[] {
  const entries: FormEntry[] = [];
  let open: { title: string; fields: FormEntry[] } | undefined;
  for (const [index, definition] of definitions.entries()) {
    const built = toField(definition, { draft, at: below(at, index), group });
    const { sectionTitle } = definition;
    if (sectionTitle === undefined) {
      open = undefined;
      entries.push(...built);
    } else if (open?.title === sectionTitle) open.fields.push(...built);
    else {
      open = { title: sectionTitle, fields: [...built] };
      const section = toId([group, sectionTitle, entries.length].filter((part) => part !== "").join(" "));
      entries.push({ section, title: sectionTitle, fields: open.fields });
    }
  }
  return entries;
}

function toField(
  definition: FieldDefinition,
  { draft, at, group }: { draft: FormDraft; at: string; group: string },
): FormEntry[] {
  draft.unmapped.push(...listUnmappedKeys(definition, supportedKeys, at));
  const { nested, alert, fieldName } = definition;
  const outer = typeof nested === "string" ? nested : group;
  const steps = [...(outer ? outer.split(".") : []), ...fieldName.split(".")];
  if (Array.isArray(nested))
    return toEntries(nested as readonly FieldDefinition[], { draft, at: below(at, "nested"), group: steps.join(".") });
  const place = below("", ...steps);
  const { field, data } = toControl(definition, { draft, at, name: steps.join(" ") });
  addData(draft.properties, steps, data);
  const requirement = toRequirement(definition, { draft, at, place });
  const note: FormNote | undefined = alert && {
    note: toId(`${steps.join(" ")} alert`),
    tone: alert.componentKey === "LOA" ? "warning" : "info",
    text: alert.text,
  };
  const entry: FormField = {
    at: place,
    label: definition.label ?? toLabel(fieldName),
    ...field,
    ...(definition.hideLabel && { hideLabel: true }),
    ...(definition.placeholder !== undefined && { placeholder: definition.placeholder }),
    ...(definition.helperText !== undefined && { hint: definition.helperText }),
    ...requirement,
    ...(alert?.componentKey !== undefined && { [toCarryKey("componentKey")]: alert.componentKey }),
    ...(typeof nested === "string" && { [toCarryKey("nested")]: nested }),
  };
  return note ? [note, entry] : [entry];
}

/** Returns `require` and the messages of a field, from existing rules. */
function toRequirement(
  definition: FieldDefinition,
  { draft, at, place }: { draft: FormDraft; at: string; place: string },
): Partial<FormField> {
  const { required, requiredFn, validation, helperTextJSXKey } = definition;
  const requirement: Partial<FormField> = {};
  if (required) requirement.require = true;
  if (requiredFn !== undefined) {
    const rule = toId(requiredFn);
    if (draft.known.rules.has(rule)) requirement.require = { rule };
    else
      draft.unmapped.push({
        at: below(at, "requiredFn"),
        reason: `no rule is named '${rule}': add it in rules/, then import again`,
      });
    requirement[toCarryKey("requiredFn")] = requiredFn;
  }
  if (validation) {
    requirement[toCarryKey("validation")] = { ...validation };
    if (validation.message !== undefined && (required || requiredFn !== undefined))
      draft.messages[place] = { require: validation.message };
    if (validation.fn !== undefined)
      draft.unmapped.push({
        at: below(at, "validation", "fn"),
        reason: `'${validation.fn}' is code: write it as a pattern of the data or as a check of the form`,
      });
  }
  if (helperTextJSXKey !== undefined) {
    draft.unmapped.push({ at: below(at, "helperTextJSXKey"), reason: "code draws it: write it as a hint or a note" });
    requirement[toCarryKey("helperTextJSXKey")] = helperTextJSXKey;
  }
  return requirement;
}

/** Adds the shape of a field to the shape of the form, below its groups. */
function addData(properties: Record<string, DataSchema>, steps: readonly string[], data: DataSchema): void {
  const [first = "", ...rest] = steps;
  if (rest.length === 0) properties[first] = data;
  else {
    const group = (properties[first] ??= { type: "object", properties: {} });
    addData((group.properties ??= {}), rest, data);
  }
}
