import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { getAt } from "#engine/core/base/json-pointer.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { allOf, type Condition, type Steps } from "./conditions.ts";
import { fromJsonSchema } from "./from-json-schema.ts";
import { toCondition } from "./json-schema-conditions.ts";
import { follow, source, type JsonSchema, type Source, type UiSchema } from "./json-schema.ts";
import { below, listUnmappedKeys, type Imported, type Unmapped } from "./unmapped.ts";

/** A UI schema of JSON Forms. Source of the shape: https://jsonforms.io/docs/uischema/ */
interface UiElement {
  readonly type: string;
  readonly scope?: string;
  readonly label?: unknown;
  readonly text?: string;
  readonly elements?: readonly UiElement[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly rule?: {
    readonly effect: string;
    readonly condition: { readonly scope?: string; readonly schema?: unknown };
  };
}

/** Returns whether a UI schema is one of JSON Forms. */
export const isJsonFormsUi = (ui: UiSchema): boolean =>
  typeof ui["type"] === "string" && (Array.isArray(ui["elements"]) || typeof ui["scope"] === "string");

interface Draft {
  /** The schema to which scopes are relative: the whole, or that of a row. */
  readonly root: JsonSchema;
  readonly whole: JsonSchema;
  /** The places of this schema in the file and in the data. */
  readonly at: string;
  readonly steps: Steps;
  readonly unmapped: Unmapped[];
  readonly properties: Record<string, JsonSchema>;
  readonly ui: Record<string, UiSchema>;
}

/**
 * Converts a JSON Schema with a UI schema of JSON Forms: order, labels, groups, and rules that show or hide. Properties
 * without a control are left out and reported.
 */
export function fromJsonForms(
  id: string,
  schema: JsonSchema,
  ui: UiSchema,
): Imported<FormDefinition | OptionsDefinition> {
  const draft: Draft = { root: schema, whole: schema, at: "", steps: [], unmapped: [], properties: {}, ui: {} };
  const root = ui as unknown as UiElement;
  const isPaged = root.type === "Categorization" && root.elements?.every(({ type }) => type === "Category") === true;
  addElement(root, { at: "", condition: undefined, isPaged }, draft);
  reportHidden(ui, draft);
  const made = fromJsonSchema(id, toShown(draft), draft.ui);
  return { documents: made.documents, unmapped: [...draft.unmapped, ...made.unmapped] };
}

/** Reports the properties of a schema that none of its controls show. */
function reportHidden(ui: unknown, { root, at, unmapped }: Draft): void {
  const asked = JSON.stringify(ui);
  for (const name of Object.keys((root["properties"] ?? {}) as object))
    if (!asked.includes(`"#/properties/${name}`))
      unmapped.push({ at: below(at, "properties", name), reason: "no control shows it" });
}

/** The schema with the properties that controls show, in their order. */
const toShown = ({ root, properties }: Draft): JsonSchema => ({
  ...root,
  properties,
  required: ((root["required"] ?? []) as string[]).filter((name) => name in properties),
});

interface Place {
  readonly at: string;
  readonly condition: Condition | undefined;
  /** The groups inside are the steps of the form. */
  readonly isPaged?: boolean;
}

const supported = ["type", "scope", "label", "elements", "rule", "options", "text"];

function addElement(element: UiElement, { at, condition, isPaged = false }: Place, draft: Draft): void {
  draft.unmapped.push(...listUnmappedKeys(element, supported, at).map(toUiPlace));
  const own = allOf(condition, toRuleCondition(element, at, draft));
  if (element.type === "Control") addControl(element, { at, condition: own }, draft);
  else if (element.type === "Group" || element.type === "Category")
    addGroup(element, { at, condition: own, isPaged }, draft);
  else if (element.elements)
    for (const [index, inner] of element.elements.entries())
      addElement(inner, { at: below(at, "elements", index), condition: own, isPaged }, draft);
  else draft.unmapped.push({ at: `ui:${at}`, reason: `a form has no element of the type '${element.type}'` });
}

const toUiPlace = ({ at, reason }: Unmapped): Unmapped => ({ at: `ui:${at}`, reason });

function addControl(element: UiElement, { at, condition }: Place, draft: Draft): void {
  const name = /^#\/properties\/([^/]+)$/.exec(element.scope ?? "")?.[1];
  const schema = name === undefined ? undefined : getAt(draft.root, below("", "properties", name));
  if (name === undefined || typeof schema !== "object") {
    draft.unmapped.push({ at: `ui:${at}`, reason: "its scope is no property of the form: name the property itself" });
    return;
  }
  const { label, options = {} } = element;
  const from: Source = { at: below(draft.at, "properties", name), ...(condition && { when: condition }) };
  const { multi, readonly, format, detail, showSortButtons: _ours, ...others } = options;
  const rows = toRows(schema as JsonSchema, { name, detail, at: below(at, "options", "detail") }, draft);
  draft.properties[name] = {
    ...schema,
    ...(rows && { items: rows.schema }),
    ...(typeof label === "string" && { title: label }),
    [source]: from,
  } as JsonSchema;
  draft.unmapped.push(...listUnmappedKeys(others, [], below(at, "options")).map(toUiPlace));
  draft.ui[name] = {
    ...(multi === true && { "ui:widget": "textarea" }),
    ...(format === "radio" && { "ui:widget": "radio" }),
    ...(readonly === true && { "ui:readonly": true }),
    ...(rows && { items: rows.ui }),
  };
}

/** The schema of a row with the controls of `options.detail`, whose scopes are relative to the row. */
function toRows(
  schema: JsonSchema,
  { name, detail, at }: { name: string; detail: unknown; at: string },
  draft: Draft,
): { schema: JsonSchema; ui: UiSchema } | undefined {
  if (typeof detail !== "object" || detail === null) return undefined;
  const own = below(draft.at, "properties", name, "items");
  const row: Draft = {
    ...draft,
    root: follow((schema["items"] ?? {}) as JsonSchema, draft.whole),
    at: own,
    steps: [...draft.steps, name, anyRow],
    properties: {},
    ui: {},
  };
  addElement(detail as UiElement, { at, condition: undefined }, row);
  reportHidden(detail, row);
  return { schema: toShown(row), ui: row.ui };
}

/** A group becomes a section or a page whose fields stay where they are in the data. */
function addGroup(element: UiElement, { at, condition, isPaged = false }: Place, draft: Draft): void {
  const inner: Draft = { ...draft, properties: {}, ui: {} };
  for (const [index, one] of (element.elements ?? []).entries())
    addElement(one, { at: below(at, "elements", index), condition: undefined }, inner);
  const name = `group ${at.split("/").at(-1) || "0"}`;
  const from: Source = { at: `ui:${at}`, isFlat: true, isPage: isPaged, ...(condition && { when: condition }) };
  const { label = "" } = element;
  draft.properties[name] = {
    type: "object",
    title: String(label),
    properties: inner.properties,
    required: toShown(inner)["required"],
    [source]: from,
  } as JsonSchema;
  draft.ui[name] = inner.ui;
}

function toRuleCondition({ rule }: UiElement, at: string, { unmapped, steps: around }: Draft): Condition | undefined {
  if (!rule) return undefined;
  const steps = [...(rule.condition.scope ?? "").matchAll(/\/properties\/([^/]+)/g)].map(([, name]) => name!);
  const { schema } = rule.condition;
  const last = steps.at(-1);
  const tested =
    last === undefined
      ? undefined
      : toCondition({ properties: { [last]: schema }, required: [last] }, [...around, ...steps.slice(0, -1)]);
  const isShown = rule.effect === "SHOW";
  if (!tested || (!isShown && rule.effect !== "HIDE")) {
    unmapped.push({ at: `ui:${below(at, "rule")}`, reason: "write it as `when` or `readOnly`" });
    return undefined;
  }
  return isShown ? tested : { not: tested };
}
