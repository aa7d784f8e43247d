import type { DataSchema, FormEntry, FormList } from "#engine/core/definitions/form.ts";
import { anyRow, mostRows } from "#engine/core/form/lists.ts";
import { ownSteps } from "./conditions.ts";
import { isOf, readSource, readUi, type JsonSchema, type PlacedProperty, type SchemaImport } from "./json-schema.ts";
import { listChoices } from "./json-schema-shape.ts";
import { below, toLabel } from "./unmapped.ts";

/** The data and the entries of a group of properties. */
interface Group {
  readonly data: DataSchema;
  readonly fields: FormEntry[];
}

/** The conversion of a group, and the resolution of references. */
export interface GroupTools {
  toGroup(placed: PlacedProperty): Group;
  resolve(schema: JsonSchema): JsonSchema;
}

/** The name of the only value of a row where the elements of an array are no objects. */
const valueName = "value";

/** The values that the elements of an array may have; undefined where they are free. */
export const listItemChoices = (items: unknown): readonly unknown[] | undefined =>
  typeof items === "object" && items !== null ? listChoices({ schema: items as JsonSchema, ui: {} }) : undefined;

/**
 * Converts an array into a list whose rows have the properties of its elements. Reports what a list cannot have: rows
 * of several shapes, a list in a row, more rows than a form may have.
 */
export function toList(
  placed: PlacedProperty,
  { toGroup, resolve }: GroupTools,
  draft: SchemaImport,
): Group | undefined {
  const { schema, ui, at, steps } = placed;
  const { unmapped } = draft;
  if (steps.includes(anyRow)) {
    unmapped.push({ at, reason: "a row has no further list: use a form with a list of its own" });
    return undefined;
  }
  const items = schema["items"];
  if (typeof items !== "object" || items === null || Array.isArray(items)) {
    unmapped.push({ at, reason: "the rows of a list have one shape: describe it in `items`" });
    return undefined;
  }
  const element = resolve(items as JsonSchema);
  const itemsUi = (ui["items"] ?? {}) as JsonSchema;
  const isRecord = isOf(element, "object") || element["properties"] !== undefined;
  if (!isRecord)
    unmapped.push({ at: below(at, "items"), reason: `a row is an object: its value is stored as \`${valueName}\`` });
  const row: JsonSchema = isRecord
    ? element
    : { type: "object", properties: { [valueName]: element }, required: [valueName] };
  const { data, fields } = toGroup({
    schema: row,
    ui: isRecord ? itemsUi : { [valueName]: itemsUi },
    at: below(at, "items"),
    steps: [...steps, anyRow],
    required: false,
  });
  if (fields.length === 0) return undefined;
  const list: FormList = {
    list: below("", ...ownSteps(steps)),
    ...toTexts(placed, row),
    ...toBounds(placed, draft),
    fields,
  };
  return { data: { type: "array", items: data }, fields: [list] };
}

function toTexts(
  { schema, ui, steps }: PlacedProperty,
  row: JsonSchema,
): Pick<FormList, "title" | "hint" | "item" | "add"> {
  const title = String(readUi(ui, "title") ?? schema["title"] ?? toLabel(steps.at(-1) ?? ""));
  const hint = [readUi(ui, "help"), readUi(ui, "description"), schema["description"]].find(
    (text) => typeof text === "string",
  );
  const own = typeof row["title"] === "string" ? row["title"] : title;
  const { item = `${own} {n}`, add = "Add another" } = readSource(schema)?.list ?? {};
  return { title, ...(typeof hint === "string" && { hint }), item, add };
}

function toBounds({ schema, at }: PlacedProperty, { unmapped }: SchemaImport): Pick<FormList, "min" | "max"> {
  const [min, max] = [schema["minItems"], schema["maxItems"]].map((one) => (typeof one === "number" ? one : undefined));
  for (const [key, value = 0] of [
    ["minItems", min],
    ["maxItems", max],
  ] as const)
    if (value > mostRows) unmapped.push({ at: below(at, key), reason: `a list has at most ${mostRows} rows` });
  return {
    ...(min !== undefined && min > 0 && { min: Math.min(mostRows, min) }),
    ...(max !== undefined && max > 0 && { max: Math.min(mostRows, max) }),
  };
}
