import { getAt } from "#engine/core/base/json-pointer.ts";
import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";
import { resolveText, type Text, type Translate } from "#engine/core/definitions/text.ts";
import type { Scope } from "#engine/core/rules/evaluate.ts";
import { readAt } from "./data-tree.ts";
import { readRange } from "./date-range-values.ts";
import { findDateShape } from "./date-values.ts";
import { derive } from "./derive.ts";
import { findCurrency, findUnit } from "./field-numbers.ts";
import type { FieldModel, FormModel } from "./form-model.ts";
import { resolveTitle, type ListModel } from "./lists.ts";
import { toLabel } from "./messages.ts";
import { toPageTitle } from "./pages.ts";
import { isSentence, toShownSentence } from "./sentences.ts";
import { readSignature, type SignatureValue } from "./signature-values.ts";
import { findWords } from "./yes-no.ts";

/** A value as a record shows it, by its field and its schema. */
export type RecordValue =
  | { readonly kind: "text"; readonly text: string }
  /** A yes or no, in the field's own words if it has them. */
  | { readonly kind: "flag"; readonly yes: boolean; readonly words?: Text }
  | { readonly kind: "date"; readonly date: string }
  /** A range of days; without `to` it is still ongoing. */
  | { readonly kind: "range"; readonly from: string; readonly to?: string }
  /** A number with its unit; with a currency it is an amount in minor units. */
  | { readonly kind: "number"; readonly number: number; readonly unit?: Text; readonly currency?: string }
  /** A signature: the strokes of a drawing, or the typed name. */
  | { readonly kind: "signature"; readonly strokes?: string; readonly name?: string }
  /** A choice of the list `options`. */
  | { readonly kind: "choice"; readonly options: string; readonly value: string }
  /** Stored files, with an accompanying text. */
  | { readonly kind: "documents"; readonly documents: readonly string[]; readonly text: string }
  /** Several ticked values. */
  | { readonly kind: "list"; readonly values: readonly RecordValue[] };

/** One field of a record. */
export interface RecordRow {
  readonly pointer: string;
  readonly label: string;
  readonly value: RecordValue;
}
/** Fields under one heading; without a title they continue the previous section. */
export interface RecordSection {
  readonly id: string;
  /** The heading of the list above its first row. */
  readonly list?: string;
  /** The page that it is on, with its heading. */
  readonly page?: { readonly id: string; readonly title: string };
  readonly title: string;
  /** The heading is below that of its list. */
  readonly isRow: boolean;
  readonly rows: readonly RecordRow[];
}

/** Returns the pointer of the text in an object value, by widget. */
export type FindSummary = (widget: string) => string | undefined;

/** Returns form data as a record: present fields with a value, in the form's order, under its headings. */
export function toRecord(
  model: FormModel,
  data: unknown,
  scope: Scope,
  translate: Translate,
  findSummary: FindSummary,
): RecordSection[] {
  const derived = derive(model, data, scope);
  const named = new Set<ListModel>();
  const pages = new Map(model.pages.map((page) => [page.id, page]));
  return model.sections.flatMap((section): RecordSection[] => {
    const { id, base, fields } = section;
    const rows = fields.flatMap((field) => {
      const state = derived.fields[field.pointer];
      const own = derived.scopeAt(field.base);
      // The sent value wins, even where it would be computed differently today.
      const given = readAt(data, field.steps) ?? state?.value;
      const computed = field.field.value;
      const shown = isSentence(computed)
        ? toShownSentence({ sentence: computed, stored: given }, own, translate)
        : given;
      const value = state?.visible ? toRecordValue(field, shown, findSummary) : undefined;
      const label = toLabel(field, own, translate);
      return value && label !== "" ? [{ pointer: field.pointer, label, value }] : [];
    });
    if (rows.length === 0) return [];
    const own = derived.scopeAt(base);
    const list = section.row ? resolveText(section.row.list.title, own, translate) : "";
    const isFirst = section.row !== undefined && !named.has(section.row.list);
    if (section.row) named.add(section.row.list);
    const onPage = section.page === undefined ? undefined : pages.get(section.page);
    return [
      {
        id,
        ...(isFirst && list !== "" && { list }),
        ...(onPage && { page: { id: onPage.id, title: toPageTitle(onPage, derived, translate) } }),
        title: resolveTitle(section, own, translate),
        isRow: list !== "",
        rows,
      },
    ];
  });
}

/** The sections of a record by their pages; those of a form without pages are together. */
export function toPageRecords(
  sections: readonly RecordSection[],
): { readonly page: RecordSection["page"]; readonly sections: readonly RecordSection[] }[] {
  const ids = [...new Set(sections.map(({ page }) => page?.id))];
  return ids.map((id) => {
    const own = sections.filter(({ page }) => page?.id === id);
    return { page: own[0]?.page, sections: own };
  });
}

/** Returns one value of a record; undefined for an empty value. */
export function toRecordValue(
  { field, schema }: Pick<FieldModel, "field" | "schema">,
  value: unknown,
  findSummary: FindSummary,
): RecordValue | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return toFlag(field, value);
  const signature = readSignature(field, value);
  if (signature) return toRecordSignature(signature);
  const documents = findFiles(schema, value);
  const at = findSummary(field.widget);
  const summary = at === undefined ? undefined : getAt(value, at);
  if (documents.length > 0) return { kind: "documents", documents, text: typeof summary === "string" ? summary : "" };
  if (Array.isArray(value)) return toRecordList({ field, schema: schema.items ?? {} }, value, findSummary);
  if (typeof value === "object") return toRecordRange(field, value);
  if (typeof value === "number" && field.options === undefined) return toRecordNumber(field, value);
  const text = String(value);
  if (field.options !== undefined) return { kind: "choice", options: field.options, value: text };
  return findDateShape(schema.format) ? { kind: "date", date: text } : { kind: "text", text };
}

function toRecordRange(field: FormField, value: object): RecordValue | undefined {
  const { from, to } = readRange(field, value) ?? {};
  if (typeof from !== "string") return undefined;
  return { kind: "range", from, ...(typeof to === "string" && { to }) };
}

function toRecordSignature({ strokes, name }: SignatureValue): RecordValue | undefined {
  if (typeof name === "string") return { kind: "signature", name };
  return typeof strokes === "string" ? { kind: "signature", strokes } : undefined;
}

function toFlag(field: FormField, yes: boolean): RecordValue {
  const words = findWords(field, yes);
  return { kind: "flag", yes, ...(words !== undefined && { words }) };
}

function toRecordNumber(field: FormField, number: number): RecordValue {
  const [unit, currency] = [findUnit(field), findCurrency(field)];
  return { kind: "number", number, ...(unit !== undefined && { unit }), ...(currency !== undefined && { currency }) };
}

function toRecordList(
  item: Pick<FieldModel, "field" | "schema">,
  given: readonly unknown[],
  findSummary: FindSummary,
): RecordValue | undefined {
  const values = given.flatMap((one) => toRecordValue(item, one, findSummary) ?? []);
  return values.length > 0 ? { kind: "list", values } : undefined;
}

/** Returns the addresses of stored files, wherever the schema has them. */
function findFiles(schema: DataSchema, value: unknown): string[] {
  if (schema.format === "file") return typeof value === "string" ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => (schema.items ? findFiles(schema.items, one) : []));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    Object.hasOwn(value, key) ? findFiles(child, (value as Record<string, unknown>)[key]) : [],
  );
}
