import { isField, isMounted, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { DataSchema, FormDocument, FormEntry, FormField } from "#engine/documents/form.ts";
import { pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** An entry of a form with its place in the document. */
export interface PlacedEntry<E extends FormEntry = FormEntry> {
  readonly entry: E;
  readonly pointer: string;
}

/** A form with its entries, sections opened. */
export interface PlacedForm {
  readonly source: SourceDocument;
  readonly form: FormDocument;
  readonly entries: readonly PlacedEntry[];
  readonly fields: readonly PlacedEntry<FormField>[];
}

const forms = (set: DocumentSet): readonly PlacedForm[] =>
  set.ofKind("form").map((source) => {
    const form = source.document as FormDocument;
    const entries = placeEntries(form.fields, "/fields");
    return { source, form, entries, fields: entries.filter((placed) => isPlacedField(placed)) };
  });

const isPlacedField = (placed: PlacedEntry): placed is PlacedEntry<FormField> => isField(placed.entry);

/** Every form with what stands in it. */
export const listForms = (set: DocumentSet): readonly PlacedForm[] => set.once(forms);

function placeEntries(entries: readonly FormEntry[], pointer: string): PlacedEntry[] {
  return entries.flatMap((entry, index) => [
    { entry, pointer: `${pointer}/${index}` },
    ...(isSection(entry) ? placeEntries(entry.fields, `${pointer}/${index}/fields`) : []),
  ]);
}

/** Forms that a form mounts, or whose fields it uses. */
export const innerForms = ({ entries }: PlacedForm): { id: string; pointer: string }[] =>
  entries.flatMap(({ entry, pointer }) => {
    if (isMounted(entry)) return [{ id: entry.form, pointer: `${pointer}/form` }];
    return isUsed(entry) ? [{ id: entry.use, pointer: `${pointer}/use` }] : [];
  });

/** The schema of one value, by its pointer in the data of the form itself. */
export function findSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at))
    schema = Object.hasOwn(schema?.properties ?? {}, step) ? schema?.properties?.[step] : undefined;
  return schema;
}

/** Pointers of the values that are no objects. */
export function leafPointers(data: DataSchema, pointer = ""): string[] {
  return Object.entries(data.properties ?? {}).flatMap(([name, child]) => {
    const at = `${pointer}/${toPointerStep(name)}`;
    return child.properties ? leafPointers(child, at) : [at];
  });
}

/** Where a value stands in the form's document: "/data/properties/address/properties/line1". */
export const toSchemaPointer = (at: string): string =>
  `/data${pointerSteps(at)
    .map((step) => `/properties/${toPointerStep(step)}`)
    .join("")}`;
