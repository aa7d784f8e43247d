import type { DataSchema, FormDocument, FormEntry, FormField, FormNote } from "#engine/documents/form.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { toControl } from "./control.ts";
import { waiting, type FieldDefinition, type KnownNames } from "./field-definition.ts";
import { below, listUnread, toId, toLabel, type Imported, type LeftOver } from "./left-over.ts";

/** What a form becomes: its own document, and a list for each field that brings its choices. */
export type FormImport = Imported<FormDocument | OptionsDocument>;

const carried = [
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
/** What a form is made into while its definitions are read. */
export interface Making {
  readonly id: string;
  readonly known: KnownNames;
  readonly properties: Record<string, DataSchema>;
  readonly messages: Record<string, Record<string, string>>;
  readonly lists: OptionsDocument[];
  readonly left: LeftOver[];
}

/**
 * Field definitions as a form document, and lists for the choices that they bring. A rule or list that is known by name is
 * named; what else has no place is told, and waits in the field's own x-… attributes, so that it goes back as it came.
 */
export function fromFields(id: string, definitions: readonly FieldDefinition[], known: KnownNames): FormImport {
  const making: Making = { id, known, properties: {}, messages: {}, lists: [], left: [] };
  const fields = toEntries(definitions, { making, at: "", group: "" });
  const form = {
    $schema: "../meta/form.schema.json",
    kind: "form",
    id,
    description: `${toLabel(id)}, imported from field definitions.`,
    data: { type: "object", properties: making.properties },
    fields,
    ...(Object.keys(making.messages).length > 0 && { messages: making.messages }),
  } satisfies FormDocument;
  const documents = [
    { path: `forms/${id}.json`, document: form },
    ...making.lists.map((list) => ({ path: `options/${list.id}.json`, document: list })),
  ];
  return { documents, left: making.left };
}

/** Fields in order; neighbours with one section title stand under it. */
function toEntries(
  definitions: readonly FieldDefinition[],
  { making, at, group }: { making: Making; at: string; group: string },
): FormEntry[] {
  const entries: FormEntry[] = [];
  let open: { title: string; fields: FormEntry[] } | undefined;
  for (const [index, definition] of definitions.entries()) {
    const made = toField(definition, { making, at: below(at, index), group });
    const { sectionTitle } = definition;
    if (sectionTitle === undefined) {
      open = undefined;
      entries.push(...made);
    } else if (open?.title === sectionTitle) open.fields.push(...made);
    else {
      open = { title: sectionTitle, fields: [...made] };
      const section = toId([group, sectionTitle, entries.length].filter((part) => part !== "").join(" "));
      entries.push({ section, title: sectionTitle, fields: open.fields });
    }
  }
  return entries;
}

function toField(
  definition: FieldDefinition,
  { making, at, group }: { making: Making; at: string; group: string },
): FormEntry[] {
  making.left.push(...listUnread(definition, carried, at));
  const { nested, alert, fieldName } = definition;
  const outer = typeof nested === "string" ? nested : group;
  const steps = [...(outer ? outer.split(".") : []), ...fieldName.split(".")];
  if (Array.isArray(nested))
    return toEntries(nested as readonly FieldDefinition[], { making, at: below(at, "nested"), group: steps.join(".") });
  const place = below("", ...steps);
  const { field, data } = toControl(definition, { making, at, name: steps.join(" ") });
  addData(making.properties, steps, data);
  const judged = toJudged(definition, { making, at, place });
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
    ...judged,
    ...(alert?.componentKey !== undefined && { [waiting("componentKey")]: alert.componentKey }),
    ...(typeof nested === "string" && { [waiting("nested")]: nested }),
  };
  return note ? [note, entry] : [entry];
}

/** When it must be given, and what is said of it: by rules that are known by name. */
function toJudged(
  definition: FieldDefinition,
  { making, at, place }: { making: Making; at: string; place: string },
): Partial<FormField> {
  const { required, requiredFn, validation, helperTextJSXKey } = definition;
  const judged: Partial<FormField> = {};
  if (required) judged.require = true;
  if (requiredFn !== undefined) {
    const rule = toId(requiredFn);
    if (making.known.rules.has(rule)) judged.require = { rule };
    else
      making.left.push({
        at: below(at, "requiredFn"),
        why: `no rule is named '${rule}': write when it is required in rules/, then import again`,
      });
    judged[waiting("requiredFn")] = requiredFn;
  }
  if (validation) {
    judged[waiting("validation")] = { ...validation };
    if (validation.message !== undefined && (required || requiredFn !== undefined))
      making.messages[place] = { require: validation.message };
    if (validation.fn !== undefined)
      making.left.push({
        at: below(at, "validation", "fn"),
        why: `'${validation.fn}' is code: say what it asks as a pattern of the data or as one of the form's checks`,
      });
  }
  if (helperTextJSXKey !== undefined) {
    making.left.push({ at: below(at, "helperTextJSXKey"), why: "it is drawn by code: write it as a hint or a note" });
    judged[waiting("helperTextJSXKey")] = helperTextJSXKey;
  }
  return judged;
}

/** Puts the shape of a field into that of the form, below the groups that it stands in. */
function addData(properties: Record<string, DataSchema>, steps: readonly string[], data: DataSchema): void {
  const [first = "", ...rest] = steps;
  if (rest.length === 0) properties[first] = data;
  else {
    const group = (properties[first] ??= { type: "object", properties: {} });
    addData((group.properties ??= {}), rest, data);
  }
}
