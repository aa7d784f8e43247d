import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { anyValue, type JsonSchema, presentValue, type ValueType } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { isField, isGroup, isList, isMounted, isUsed } from "#engine/core/definitions/form-entry.ts";
import type {
  DataSchema,
  FormDefinition,
  FormEntry,
  FormField,
  FormList,
  FormPage,
  FormSection,
} from "#engine/core/definitions/form.ts";
import type { MigrationDefinition } from "#engine/core/definitions/migration.ts";
import { anyRow } from "#engine/core/form/lists.ts";
import { type FormModel, toFormModel } from "#engine/core/form/form-model.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";

/** An entry of a form and its place in the document. Pointers of a row lead through the list: "/jobs/-/from". */
export interface PlacedEntry<E extends FormEntry = FormEntry> {
  readonly entry: E;
  readonly pointer: string;
  /** The list whose rows have the entry. */
  readonly list?: FormList;
  /** The nearest section, page or list that has the entry; none at the top of the form. */
  readonly holder?: FormSection | FormPage | FormList;
}

/** A form with all its entries, those of sections and lists included. */
export interface PlacedForm {
  readonly source: SourceDefinition;
  readonly pointer: "";
  readonly form: FormDefinition;
  readonly entries: readonly PlacedEntry[];
  readonly fields: readonly PlacedEntry<FormField>[];
}

/** A field with its form and the schema of its value. */
export interface PlacedField extends PlacedEntry<FormField> {
  readonly source: SourceDefinition;
  readonly placed: PlacedForm;
  readonly schema: DataSchema | undefined;
}

const forms = (set: DefinitionSet): readonly PlacedForm[] =>
  set.ofKind("form").map((source) => {
    const form = source.document as FormDefinition;
    const entries = placeEntries(form.fields, "/fields");
    return { source, pointer: "", form, entries, fields: entries.filter((placed) => isPlacedField(placed)) };
  });

const isPlacedField = (placed: PlacedEntry): placed is PlacedEntry<FormField> => isField(placed.entry);

function placeEntries(
  entries: readonly FormEntry[],
  pointer: string,
  inside: Pick<PlacedEntry, "list" | "holder"> = {},
): PlacedEntry[] {
  const { list } = inside;
  return entries.flatMap((entry, index) => {
    const below = `${pointer}/${index}/fields`;
    const own = { ...inside, entry: list ? toRowEntry(entry, list) : entry, pointer: `${pointer}/${index}` };
    if (isGroup(entry)) return [own, ...placeEntries(entry.fields, below, { ...inside, holder: entry })];
    return isList(entry) ? [own, ...placeEntries(entry.fields, below, { list: entry, holder: entry })] : [own];
  });
}

/** An entry of a row with its pointers from the root of the form. */
function toRowEntry(entry: FormEntry, { list }: FormList): FormEntry {
  const toRoot = (at: string) => `${list}/${anyRow}${at}`;
  const toRoots = <T>(map: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(map).map(([at, value]) => [toRoot(at), value]));
  if (isMounted(entry)) return { ...entry, at: toRoot(entry.at) };
  if (!isField(entry)) return entry;
  const { fill, shows } = entry;
  return {
    ...entry,
    at: toRoot(entry.at),
    ...(fill && { fill: { ...fill, into: toRoots(fill.into) } }),
    ...(shows && { shows: toRoots(shows) }),
  };
}

/** Every form with its entries. */
export const listForms = (set: DefinitionSet): readonly PlacedForm[] => set.once(forms);

const fields = (set: DefinitionSet): readonly PlacedField[] =>
  listForms(set).flatMap((placed) =>
    placed.fields.map(({ entry, pointer, list }) => ({
      source: placed.source,
      pointer,
      entry,
      ...(list && { list }),
      placed,
      schema: findSchema(placed.form.data, entry.at),
    })),
  );

/** Every field of every form. */
export const listFields = (set: DefinitionSet): readonly PlacedField[] => set.once(fields);

/** The forms that a form mounts, or whose fields it uses. */
export const innerForms = ({ entries }: PlacedForm): { id: string; pointer: string }[] =>
  entries.flatMap(({ entry, pointer }) => {
    if (isMounted(entry)) return [{ id: entry.form, pointer: `${pointer}/form` }];
    return isUsed(entry) ? [{ id: entry.use, pointer: `${pointer}/use` }] : [];
  });

/** The schema of one value, by its pointer in the data of the form itself. */
export function findSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at)) {
    if (step === anyRow && schema?.items) schema = schema.items;
    else schema = Object.hasOwn(schema?.properties ?? {}, step) ? schema?.properties?.[step] : undefined;
  }
  return schema;
}

/** Pointers of the values that are not objects; those in the rows of a list are "/jobs/-/from". */
export function leafPointers(data: DataSchema, pointer = ""): string[] {
  return Object.entries(data.properties ?? {}).flatMap(([name, child]) => {
    const at = `${pointer}/${toPointerStep(name)}`;
    if (child.items?.properties) return leafPointers(child.items, `${at}/${anyRow}`);
    return child.properties ? leafPointers(child, at) : [at];
  });
}

/** The place of a value's schema in the form's definition: "/data/properties/address/properties/line1". */
export const toSchemaPointer = (at: string): string =>
  `/data${pointerSteps(at)
    .map((step) => (step === anyRow ? "/items" : `/properties/${toPointerStep(step)}`))
    .join("")}`;

/** A form with the model that page and server use, mounted forms included. */
export interface ModelledForm extends PlacedForm {
  readonly model: FormModel;
}

/** Every form with its model. A form without a model has another fault, for example that it mounts itself. */
export const listModelledForms = (set: DefinitionSet): readonly ModelledForm[] => set.once(makeModels);

/** The model of a form; undefined for an unknown form and for one that cannot be modelled. */
export const findModel = (set: DefinitionSet, id: string): FormModel | undefined =>
  listModelledForms(set).find(({ form }) => form.id === id)?.model;

const makeModels = (set: DefinitionSet): readonly ModelledForm[] =>
  listForms(set).flatMap((placed) => {
    try {
      return [{ ...placed, model: toFormModel(placed.form, (id) => set.find("form", id)) }];
    } catch {
      return [];
    }
  });

/**
 * The shape of `data` while a form is filled in: its own data, that of mounted forms at their places, and that of the
 * forms whose fields it uses. Everything may be missing.
 */
export function toDataShape(formId: string, set: DefinitionSet): ValueType {
  const form = set.find("form", formId);
  return form ? presentValue(shapeOf(form as FormDefinition, set, [formId])) : anyValue;
}

function shapeOf(form: FormDefinition, set: DefinitionSet, trail: readonly string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(form.data.properties ?? {})) properties[name] = close(schema);
  addInnerForms(form.fields, properties, set, trail);
  return { type: "object", properties, additionalProperties: false };
}

function addInnerForms(
  entries: readonly FormEntry[],
  properties: Record<string, JsonSchema>,
  set: DefinitionSet,
  trail: readonly string[],
): void {
  for (const entry of entries) {
    if (isGroup(entry)) addInnerForms(entry.fields, properties, set, trail);
    const rows = isList(entry) ? properties[entry.list.slice(1)]?.["items"] : undefined;
    const ofRow = (rows as { properties?: Record<string, JsonSchema> } | undefined)?.properties;
    if (isList(entry) && ofRow) addInnerForms(entry.fields, ofRow, set, trail);
    if (!isMounted(entry) && !isUsed(entry)) continue;
    const id = isMounted(entry) ? entry.form : entry.use;
    const inner = set.find("form", id);
    if (!inner || trail.includes(id)) continue;
    const shape = shapeOf(inner as FormDefinition, set, [...trail, id]);
    if (isUsed(entry)) Object.assign(properties, shape["properties"]);
    else properties[entry.at.slice(1)] = shape;
  }
}

/** The shape of a value of form data. An object without declared properties may have any. */
function close(schema: DataSchema): JsonSchema {
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(([name, child]) => [name, close(child)]);
    return { type: "object", properties: Object.fromEntries(inner), additionalProperties: false };
  }
  if (schema.items) return { type: "array", items: close(schema.items) };
  return { ...schema };
}

/** A choice of a fixed list. */
export interface FixedChoice {
  readonly value: string;
  readonly enabled: boolean;
}

/** The choices of a fixed list, with those of the list it comes from; undefined for any other list. */
export function fixedChoices(set: DefinitionSet, id: string, trail: readonly string[] = []): FixedChoice[] | undefined {
  const options = set.find("options", id) as DefinitionOf<"options"> | undefined;
  if (!options || options.call !== undefined || options.of !== undefined || trail.includes(id)) return undefined;
  if (options.items === undefined && options.from === undefined) return undefined;
  const inherited = options.from === undefined ? [] : fixedChoices(set, options.from, [...trail, id]);
  if (!inherited) return undefined;
  const own = (options.items ?? []).map(({ value, disabled }) => ({ value, enabled: disabled !== true }));
  const { enabled } = options;
  return [...inherited, ...own].map((choice) =>
    enabled && !enabled.includes(choice.value) ? { ...choice, enabled: false } : choice,
  );
}

/** The values that a field with a list of options may have; undefined where they are not known. */
export function listedValues(
  set: DefinitionSet,
  formId: string | undefined,
  at: string,
): ReadonlySet<string> | undefined {
  const field = formId === undefined ? undefined : findModel(set, formId)?.byPointer.get(at)?.field;
  const options = field?.options === undefined ? undefined : set.find("options", field.options);
  if (!options) return undefined;
  if (options.call !== undefined) return set.context.listed?.[options.call];
  const fixed = fixedChoices(set, options.id);
  return fixed && new Set(fixed.map(({ value }) => value));
}

/** A form, its version, and its migrations. */
export interface MigratedForm {
  readonly source: SourceDefinition;
  readonly pointer: "";
  readonly id: string;
  readonly version: number;
  readonly migrations: readonly { readonly source: SourceDefinition; readonly document: MigrationDefinition }[];
}

const migratedForms = (set: DefinitionSet): readonly MigratedForm[] => {
  const migrations = set
    .ofKind("migration")
    .map((source) => ({ source, document: source.document as DefinitionOf<"migration"> }));
  return set.ofKind("form").map((source) => {
    const { id, version = 1 } = source.document as DefinitionOf<"form">;
    const own = migrations.filter(({ document }) => document.form === id);
    return { source, pointer: "", id, version, migrations: own };
  });
};

/** Every form with its version and its migrations. */
export const listMigratedForms = (set: DefinitionSet): readonly MigratedForm[] => set.once(migratedForms);
