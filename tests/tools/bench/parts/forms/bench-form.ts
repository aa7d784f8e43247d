import type { DataSchema, FormDefinition, FormEntry, FormField } from "#engine/core/definitions/form.ts";

/**
 * The same form for every contestant: 60 % text, 15 % select, 10 % date, 10 % number, 5 % checkbox, one field in ten
 * conditional.
 */
export interface BenchField {
  name: string;
  kind: "text" | "select" | "date" | "number" | "checkbox";
  /** Shown when this select of its section has the value "b". */
  shownBy?: string;
}

const kinds: readonly BenchField["kind"][] = [
  "text",
  "select",
  "text",
  "date",
  "text",
  "text",
  "number",
  "text",
  "select",
  "text",
  "text",
  "text",
  "select",
  "text",
  "date",
  "text",
  "number",
  "text",
  "checkbox",
  "text",
];
export const sectionFields = 10;

export function toFields(count: number): BenchField[] {
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length] as BenchField["kind"];
    const first = i - (i % sectionFields);
    const select =
      kinds.findIndex((found, k) => found === "select" && k >= first % kinds.length) - (first % kinds.length) + first;
    return { name: `f${i}`, kind, ...(i % sectionFields === sectionFields - 1 ? { shownBy: `f${select}` } : {}) };
  });
}
/** The text field in the middle that receives the keys. No rule reads it. */
export const toTyped = (count: number): string =>
  toFields(count).filter(({ kind, shownBy }) => kind === "text" && !shownBy)[Math.floor(count * 0.25)]?.name ?? "f0";

const shapes: Readonly<Record<BenchField["kind"], DataSchema>> = {
  text: { type: "string", maxLength: 60 },
  select: { type: "string", enum: ["a", "b", "c"] },
  date: { type: "string", format: "date" },
  number: { type: "number", minimum: 0, maximum: 100_000 },
  checkbox: { type: "boolean" },
};
const widgets: Readonly<Record<BenchField["kind"], string>> = {
  text: "text",
  select: "select",
  date: "date-picker",
  number: "text",
  checkbox: "checkbox",
};

/** Ours: a flat form, or the same fields as rows of a list. */
export type Layout = "flat" | "rows";

const toField = ({ name, kind, shownBy }: BenchField, root: string): FormField => ({
  at: `/${name}`,
  widget: widgets[kind],
  label: `Field ${name}`,
  require: true,
  ...(kind === "select" ? { options: "abc" } : {}),
  ...(shownBy ? { when: { "===": [{ var: `${root}.${shownBy}` }, "b"] } } : {}),
});

/** Our definition: sections of ten, or rows of ten, with `when` and `require` as rules. */
export function toDocument(count: number, layout: Layout = "flat"): FormDefinition {
  return layout === "rows" ? toListDocument(count / sectionFields) : toFlatDocument(count);
}

/** A list in which every row is there from the start. */
function toListDocument(rows: number): FormDefinition {
  const fields = toFields(sectionFields);
  const properties = Object.fromEntries(fields.map(({ name, kind }) => [name, shapes[kind]]));
  return {
    $schema: "",
    kind: "form",
    id: `bench-rows-${rows}`,
    description: "",
    data: { type: "object", properties: { rows: { type: "array", items: { type: "object", properties } } } },
    fields: [
      {
        list: "/rows",
        item: "Row {n}",
        add: "Add a row",
        min: rows,
        max: rows,
        fields: fields.map((field) => toField(field, "row")),
      },
    ],
  };
}

function toFlatDocument(count: number): FormDefinition {
  const fields = toFields(count);
  const entries: FormEntry[] = [];
  for (let at = 0; at < count; at += sectionFields) {
    entries.push({
      section: `s${at / sectionFields}`,
      title: `Section ${at / sectionFields + 1}`,
      fields: fields.slice(at, at + sectionFields).map((field) => toField(field, "data")),
    });
  }
  return {
    $schema: "",
    kind: "form",
    id: `bench-${count}`,
    description: "",
    data: { type: "object", properties: Object.fromEntries(fields.map(({ name, kind }) => [name, shapes[kind]])) },
    fields: entries,
  };
}

/** The same form as a JSON Schema for stock rjsf: an object per section, required by name, conditions as if/then. */
export function toStockSchema(count: number): Record<string, unknown> {
  const fields = toFields(count);
  const sections: Record<string, unknown> = {};
  for (let at = 0; at < count; at += sectionFields) {
    const own = fields.slice(at, at + sectionFields);
    const always = own.filter(({ shownBy }) => !shownBy);
    const shape = ({ name, kind }: BenchField) => [name, { ...shapes[kind], title: `Field ${name}` }] as const;
    sections[`s${at / sectionFields}`] = {
      type: "object",
      title: `Section ${at / sectionFields + 1}`,
      properties: Object.fromEntries(always.map(shape)),
      required: always.map(({ name }) => name),
      allOf: own
        .filter(({ shownBy }) => shownBy)
        .map((field) => ({
          if: { properties: { [field.shownBy as string]: { const: "b" } }, required: [field.shownBy] },
          then: { properties: Object.fromEntries([shape(field)]), required: [field.name] },
        })),
    };
  }
  return { type: "object", properties: sections };
}
