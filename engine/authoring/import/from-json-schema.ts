import { dateRangeWidget } from "#engine/core/form/date-range-values.ts";
import { fileWidget } from "#engine/core/form/file-values.ts";
import { autofill } from "#engine/core/definitions/autofill.ts";
import { isGroup, isPage } from "#engine/core/definitions/form-entry.ts";
import type {
  DataSchema,
  FormDefinition,
  FormEntry,
  FormField,
  FormList,
  FormPage,
  FormSection,
} from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { anyOf, isEqual, ownSteps, type Steps } from "./conditions.ts";
import { toRule } from "./to-rule.ts";
import { branchKeywords, collectProperties, type CollectedProperty } from "./json-schema-branches.ts";
import { toChecks } from "./json-schema-checks.ts";
import { listItemChoices, toList } from "./json-schema-lists.ts";
import { isConsent, listChoices, toPlainSchema, toShape } from "./json-schema-shape.ts";
import {
  follow,
  isOf,
  readSource,
  readUi,
  uiOptions,
  type JsonSchema,
  type SchemaImport,
  type PlacedProperty,
  type UiSchema,
} from "./json-schema.ts";
import { importedFrom } from "./to-json-schema.ts";
import { below, toId, toLabel, type Imported } from "./unmapped.ts";

/** The supported keywords of a schema and a uiSchema, for a group and for a single field. */
interface SupportedKeywords {
  readonly schema: ReadonlySet<string>;
  readonly ui: ReadonlySet<string>;
}
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const always = "$ref $schema $id title type additionalProperties definitions $defs";
const ofGroup: SupportedKeywords = {
  schema: words(`${always} properties required description ${branchKeywords}`),
  ui: words("title order"),
};
const ofField: SupportedKeywords = {
  schema: words(
    `${always} description format enum enumNames oneOf const default required minLength maxLength pattern readOnly minimum maximum multipleOf`,
  ),
  ui: words("widget title description help placeholder readonly disabled label enumNames autocomplete"),
};
const ofList: SupportedKeywords = {
  schema: words(`${always} description items minItems maxItems`),
  ui: words("title description help items"),
};
const ofChoices: SupportedKeywords = {
  ...ofField,
  schema: words([...ofField.schema, "items", "minItems", "maxItems", "uniqueItems"].join(" ")),
};
const ofLines: SupportedKeywords = { ...ofField, ui: new Set([...ofField.ui, "rows"]) };

/**
 * Converts a JSON Schema with its uiSchema into a form definition and option lists. Reports each unsupported keyword.
 */
export function fromJsonSchema(
  id: string,
  schema: JsonSchema,
  ui: UiSchema = {},
): Imported<FormDefinition | OptionsDefinition> {
  const draft: SchemaImport = { id, root: schema, lists: [], unmapped: [], conditional: [], narrowings: [] };
  const { data, fields: entries } = toGroup({ schema, ui, at: "", steps: [], required: false }, draft);
  const fields = toPages(entries);
  addRules(data, draft);
  const checks = toChecks(data, draft);
  const messages = Object.fromEntries(listMinLengths(data).map(([at, length]) => [at, toLengthMessage(length)]));
  const title = typeof schema["title"] === "string" ? schema["title"] : toLabel(id);
  const form: FormDefinition = {
    $schema: "../meta/form.schema.json",
    kind: "form",
    id,
    description: `${title}${importedFrom}`,
    data,
    fields,
    ...(checks.length > 0 && { checks }),
    ...(Object.keys(messages).length > 0 && { messages }),
  };
  const documents = [
    { path: `forms/${id}.json`, document: form },
    ...draft.lists.map((list) => ({ path: `options/${list.id}.json`, document: list })),
  ];
  return { documents, unmapped: draft.unmapped };
}

/** Entries around pages move into the first one; a page of which nothing could be imported is dropped. */
function toPages(entries: FormEntry[]): FormEntry[] {
  const pages = entries.filter(isPage);
  const kept = pages.filter(({ fields }) => fields.length > 0);
  if (!kept[0]) return entries.filter((entry) => !isPage(entry));
  kept[0].fields = [...entries.filter((entry) => !isPage(entry)), ...kept[0].fields];
  return kept;
}

const toLengthMessage = (length: number) => ({ minLength: `Enter at least ${length} characters` });

/** The texts with a minimum length, by pointer. The catalogue has no message for them. */
const listMinLengths = (data: DataSchema, at = ""): [string, number][] =>
  [...Object.entries(data.properties ?? {}), ...(data.items ? [[anyRow, data.items] as const] : [])].flatMap(
    ([name, own]) =>
      own.minLength === undefined ? listMinLengths(own, below(at, name)) : [[below(at, name), own.minLength]],
  );

/** Writes the conditions of entries as rules. */
function addRules(data: DataSchema, { conditional, unmapped }: SchemaImport): void {
  for (const { entry, steps, at, present, required } of conditional) {
    const when = present && toRule(present, data, steps);
    const require = required && toRule(required, data, steps);
    if (when !== undefined) entry.when = when;
    if (require !== undefined && "widget" in entry) entry.require = require;
    if ((present && when === undefined) || (required && require === undefined))
      unmapped.push({ at, reason: "its condition reads a value that the form does not have" });
  }
}

function toGroup(placed: PlacedProperty, draft: SchemaImport): { data: DataSchema; fields: FormEntry[] } {
  const { schema, ui, at, steps, narrowed = [] } = placed;
  reportUnsupported(placed, ofGroup, draft);
  const resolve = (one: JsonSchema) => follow(one, draft.root);
  const all = collectProperties([{ schema, at }, ...narrowed], { steps, unmapped: draft.unmapped, resolve });
  const order = (readUi(ui, "order") ?? []) as readonly string[];
  const rest = order.includes("*") ? order.indexOf("*") : order.length;
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : rest);
  const properties: Record<string, DataSchema> = {};
  const fields = all
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .flatMap((property) => {
      const { name, defined, required, narrowed: further } = property;
      const inner: PlacedProperty = {
        schema: defined.schema,
        ui: (ui[name] ?? {}) as UiSchema,
        at: defined.at,
        steps: readSource(defined.schema)?.isFlat ? steps : [...steps, name],
        required: required.includes(undefined),
        requiredInBranch: required.length > 0,
        narrowed: further,
      };
      const built = toProperty(inner, draft);
      if (!built) return [];
      if (readSource(defined.schema)?.isFlat) Object.assign(properties, built.data.properties);
      else properties[name] = built.data;
      addConditions(property, { entries: built.fields, steps: [...steps, name] }, draft);
      return built.fields;
    });
  const { description } = schema;
  const note: FormEntry[] =
    typeof description === "string" && fields.length > 0
      ? [{ note: toId([...steps, "about"].join(" ")), text: description }]
      : [];
  return { data: { type: "object", properties }, fields: [...note, ...fields] };
}

/** Notes the conditions of a property for its field or section, and what its branches narrow. */
function addConditions(
  property: CollectedProperty,
  { entries, steps }: { entries: readonly FormEntry[]; steps: Steps },
  draft: SchemaImport,
): void {
  const entry = entries.find(
    (one): one is FormField | FormSection | FormPage | FormList => "widget" in one || isGroup(one) || "list" in one,
  );
  if (!entry) return;
  if ("list" in entry) reportListConditions(property, draft);
  const { defined, present, required, narrowed } = property;
  const whenPresent = anyOf(present);
  const whenRequired = required.length > 0 ? anyOf(required) : undefined;
  const isField = "widget" in entry && entry.widget !== "hidden";
  const isSame = isEqual(whenPresent, whenRequired);
  if (isField && whenRequired && isSame) entry.require = true;
  const own = isField && whenRequired && !isSame ? { required: whenRequired } : {};
  if (whenPresent || "required" in own)
    draft.conditional.push({ entry, steps, at: defined.at, present: whenPresent, ...own });
  if (!("widget" in entry)) return;
  const label = typeof entry.label === "string" ? entry.label : toLabel(steps.at(-1) ?? "");
  for (const { schema, at, condition } of narrowed) draft.narrowings.push({ steps, label, at, schema, condition });
}

/** A list has as many rows under every condition; in a JSON Schema, no rows are enough for `required`. */
function reportListConditions({ defined, narrowed }: CollectedProperty, { unmapped }: SchemaImport): void {
  const reason = "write it as a check of the list";
  if (readSource(defined.schema)?.require)
    unmapped.push({ at: defined.at, reason: `a list is required by its minimum: ${reason}` });
  for (const { at } of narrowed) unmapped.push({ at, reason });
}

function toProperty(
  placed: PlacedProperty,
  draft: SchemaImport,
): { data: DataSchema; fields: FormEntry[] } | undefined {
  const { schema, steps, at } = placed;
  if (isRange(schema)) return toRange(placed, draft);
  if (isOf(schema, "object") || schema["properties"]) {
    const { data, fields } = toGroup(placed, draft);
    const from = readSource(schema);
    if (from?.isPage) {
      const page = `step-${Number(from.at.split("/").at(-1)) + 1}`;
      return { data, fields: [{ page, title: toTitle(placed), fields }] };
    }
    const section = toId([...steps, ...(from?.isFlat ? [at.split("/").at(-1)!, "section"] : [])].join(" "));
    return { data, fields: [{ section, title: toTitle(placed), fields }] };
  }
  if (isOf(schema, "array") && isFile(schema["items"])) return toFiles(placed, schema["items"] as JsonSchema, draft);
  const choices = isOf(schema, "array") ? listItemChoices(schema["items"]) : undefined;
  if (choices?.length === 0) {
    draft.unmapped.push({ at, reason: "it has nothing to choose from" });
    return undefined;
  }
  if (choices) {
    reportUnsupported(placed, ofChoices, draft);
    return toControl(placed, draft);
  }
  if (isOf(schema, "array")) {
    reportUnsupported(placed, ofList, draft);
    const resolve = (one: JsonSchema) => follow(one, draft.root);
    return toList(placed, { toGroup: (group) => toGroup(group, draft), resolve }, draft);
  }
  reportUnsupported(placed, readUi(placed.ui, "widget") === "textarea" ? ofLines : ofField, draft);
  return toControl(placed, draft);
}

/** Returns whether the elements of a list are files. */
const isFile = (items: unknown): boolean =>
  typeof items === "object" && items !== null && (items as JsonSchema)["format"] === "data-url";

/** The most files of a field whose schema has no limit, and of any field. */
const usualFiles = 10;
const mostFiles = 20;

/** A list of files as one field. */
function toFiles(
  placed: PlacedProperty,
  items: JsonSchema,
  draft: SchemaImport,
): { data: DataSchema; fields: FormEntry[] } {
  const { minItems, maxItems, items: _items, default: _default, ...list } = placed.schema;
  reportUnsupported({ ...placed, schema: { ...list, ...items } }, ofField, draft);
  const { data, fields } = toControl({ ...placed, schema: { ...list, ...items, type: "string" } }, draft);
  const most = Math.min(mostFiles, typeof maxItems === "number" ? maxItems : usualFiles);
  return {
    data: {
      type: "array",
      ...(typeof minItems === "number" && minItems > 0 && { minItems }),
      maxItems: most,
      items: data,
    },
    fields: fields.map((field) => (field.widget === fileWidget ? { ...field, max: Math.max(2, most) } : field)),
  };
}

/** Returns whether an object is a range: exactly the dates `from` and `to`. */
function isRange({ properties = {} }: JsonSchema): boolean {
  const parts = Object.entries(properties as Record<string, JsonSchema>);
  return parts.length === 2 && parts.every(([key, part]) => ["from", "to"].includes(key) && part["format"] === "date");
}

/** A range of dates as one field; it is required where the schema requires the object or one of its dates. */
function toRange(placed: PlacedProperty, draft: SchemaImport): { data: DataSchema; fields: FormEntry[] } {
  const { required = [] } = placed.schema as { required?: readonly string[] };
  const { fields } = toGroup(placed, draft);
  const properties = { from: rangeEnd, to: rangeEnd };
  const [hint] = [readUi(placed.ui, "help"), placed.schema["description"]].filter((text) => typeof text === "string");
  const field: FormField = {
    at: below("", ...ownSteps(placed.steps)),
    widget: dateRangeWidget,
    label: toTitle(placed),
    ...(typeof hint === "string" && { hint }),
    ...((placed.required || required.length > 0) && { require: true }),
  };
  return { data: { type: "object", properties }, fields: fields.length > 0 ? [field] : [] };
}
const rangeEnd: DataSchema = { type: "string", format: "dd-MM-yyyy" };

/** Returns a single field and the shape of its value. */
function toControl(placed: PlacedProperty, draft: SchemaImport): { data: DataSchema; fields: FormField[] } {
  const { schema, ui, steps } = placed;
  const { widget, data, more } = toShape(placed, draft);
  const isDrawn = widget !== "hidden";
  const fixed = toFixed(schema, data, isDrawn);
  const isHeld = [readUi(ui, "readonly"), readUi(ui, "disabled"), schema["readOnly"]].includes(true);
  const hint = readUi(ui, "help") ?? readUi(ui, "description") ?? schema["description"];
  const placeholder = readUi(ui, "placeholder");
  const field: FormField = {
    at: below("", ...ownSteps(steps)),
    widget,
    ...(isDrawn && { label: toTitle(placed) }),
    ...more,
    ...(isDrawn && toAutofill(placed, draft)),
    ...(readUi(ui, "label") === false && { hideLabel: true }),
    ...(typeof hint === "string" && isDrawn && { hint }),
    ...(typeof placeholder === "string" && { placeholder }),
    ...(placed.required && isDrawn && fixed.value === undefined && { require: true }),
    ...(isHeld && { readOnly: true }),
    ...fixed,
  };
  return { data, fields: [field] };
}

const toTitle = ({ schema, ui, steps }: PlacedProperty): string =>
  String(readUi(ui, "title") ?? schema["title"] ?? toLabel(steps.at(-1) ?? ""));

/** Returns the initial or constant value. A visible consent stays unticked even when its constant is true. */
function toFixed(schema: JsonSchema, data: DataSchema, isDrawn: boolean): Partial<FormField> {
  const { const: always, default: first } = schema;
  if (always !== undefined && !(isDrawn && isConsent(schema))) return { value: toPlainSchema(always, data) as string };
  return first === undefined || first === null ? {} : { initial: toPlainSchema(first, data) as string };
}

/** Returns the autofill token, and reports an unknown one. */
function toAutofill({ ui, at }: PlacedProperty, { unmapped }: SchemaImport): Partial<FormField> {
  const autoComplete = readUi(ui, "autocomplete");
  if (autoComplete === undefined) return {};
  if (autofill.some((known) => known === autoComplete)) return { autoComplete };
  unmapped.push({ at: `ui:${below(at, "ui:autocomplete")}`, reason: "unknown autofill token" });
  return {};
}

/** Reports every unsupported keyword of the schema and its uiSchema. */
function reportUnsupported(
  { schema, ui, at }: PlacedProperty,
  supported: SupportedKeywords,
  { unmapped }: SchemaImport,
): void {
  for (const key of Object.keys(schema)) {
    const isOther = key === "oneOf" && supported === ofField && !listChoices({ schema, ui });
    const isLoose = key === "additionalProperties" && schema[key] !== false;
    const isAway = key === "$ref";
    if (supported.schema.has(key) && !isOther && !isLoose && !isAway) continue;
    unmapped.push({ at: below(at, key), reason: reasons[key] ?? "a form does not support it" });
  }
  const uiKeys = Object.keys(ui).filter((key) => key.startsWith("ui:") && key !== "ui:options");
  const unsupported = [
    ...uiKeys.filter((key) => !supported.ui.has(key.slice("ui:".length))).map((key) => below(at, key)),
    ...Object.keys(uiOptions(ui))
      .filter((key) => !supported.ui.has(key))
      .map((key) => below(at, "ui:options", key)),
  ];
  for (const place of unsupported) unmapped.push({ at: `ui:${place}`, reason: "a form does not support it" });
}

const ofGroups = "a form supports it for groups of fields";
const reasons: Readonly<Record<string, string>> = {
  allOf: ofGroups,
  anyOf: "a value has one shape",
  oneOf: "a value has one shape",
  $ref: "it refers to another document",
  exclusiveMinimum: "a bound is part of the range here: minimum",
  exclusiveMaximum: "a bound is part of the range here: maximum",
  additionalProperties: "form data is closed",
};
