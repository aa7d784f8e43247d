import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isField, isMounted, isNote, isSection, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { DataSchema, FormDefinition, FormEntry, FormField, FormNote } from "#engine/core/definitions/form.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { Rule } from "#engine/core/rules/evaluate.ts";
import { toFieldSchema } from "./file-values.ts";

/** A rule or text of a form, and the mount point that its `data` refers to ("" for the form itself). */
export interface ScopedRule {
  readonly rule: Rule;
  readonly base: string;
}

/**
 * One field at its absolute pointer. It is present where all of `when` hold: its own, its section's and its mount's.
 */
export interface FieldModel {
  readonly pointer: string;
  readonly steps: readonly string[];
  readonly base: string;
  readonly section: string;
  readonly field: FormField;
  readonly schema: DataSchema;
  readonly when: readonly ScopedRule[];
}
/** A paragraph between fields. */
export interface NoteModel {
  readonly id: string;
  readonly base: string;
  readonly note: FormNote;
  readonly when: readonly ScopedRule[];
}
export type EntryModel = { readonly field: FieldModel } | { readonly note: NoteModel };

/**
 * The content of one rjsf Form: at most 30 fields. Parts of one section share `group`; only the first has the title.
 */
export interface SectionModel {
  readonly id: string;
  readonly group: string;
  readonly title?: Text;
  readonly base: string;
  readonly when: readonly ScopedRule[];
  readonly entries: readonly EntryModel[];
  readonly fields: readonly FieldModel[];
}
/** A condition across fields, at its absolute pointer. */
export interface CheckModel {
  readonly id: string;
  readonly pointer: string;
  readonly base: string;
  readonly severity: "error" | "warning";
  readonly when?: Rule;
  readonly assert?: Rule;
  readonly message: Text;
}
/** A form definition with its mounted forms, flattened. Page and server derive, validate and draw from it. */
export interface FormModel {
  readonly id: string;
  readonly sections: readonly SectionModel[];
  /** All fields in the order of the definition. */
  readonly fields: readonly FieldModel[];
  readonly byPointer: ReadonlyMap<string, FieldModel>;
  /** Mount points, "" first. */
  readonly bases: readonly string[];
  readonly checks: readonly CheckModel[];
  /** The form's own messages by absolute pointer, then keyword. */
  readonly messages: ReadonlyMap<string, Readonly<Record<string, Text>>>;
}

/** Maximum number of fields of one section (one rjsf Form, one validator). */
export const sectionSize = 30;

/**
 * Builds the model of a checked form; `findForm` returns the forms it mounts. Throws for an unknown form, a form that
 * mounts itself, and a field without a place in the data; the check rejects these first.
 */
export function toFormModel(document: FormDefinition, findForm: (id: string) => FormDefinition | undefined): FormModel {
  const builder = new ModelBuilder(findForm);
  builder.addForm(document, { base: "", prefix: "", when: [] }, [document.id]);
  const sections = builder.sections();
  const fields = sections.flatMap((section) => section.fields);
  return {
    id: document.id,
    sections,
    fields,
    byPointer: new Map(fields.map((field) => [field.pointer, field])),
    bases: builder.bases,
    checks: builder.checks,
    messages: builder.messages,
  };
}

/** Context of entries: mount point of their form, prefix of section ids, inherited conditions. */
interface EntryContext {
  base: string;
  prefix: string;
  when: readonly ScopedRule[];
}
interface OpenSection {
  id: string;
  group: string;
  title?: Text;
  base: string;
  when: readonly ScopedRule[];
  entries: EntryModel[];
}

class ModelBuilder {
  readonly bases: string[] = [""];
  readonly checks: CheckModel[] = [];
  readonly messages = new Map<string, Readonly<Record<string, Text>>>();
  readonly #findForm: (id: string) => FormDefinition | undefined;
  readonly #sections: OpenSection[] = [];
  readonly #taken = new Set<string>();

  constructor(findForm: (id: string) => FormDefinition | undefined) {
    this.#findForm = findForm;
  }

  addForm(form: FormDefinition, place: EntryContext, trail: readonly string[], open?: OpenSection): void {
    const current = open ?? this.#open(place.prefix || "main", place);
    for (const [at, texts] of Object.entries(form.messages ?? {})) {
      const pointer = place.base + at;
      // Messages of the outer form win over those of a mounted one.
      this.messages.set(pointer, { ...(texts as Record<string, Text>), ...this.messages.get(pointer) });
    }
    for (const { at, ...check } of form.checks ?? []) {
      this.checks.push({
        ...check,
        id: check.id,
        pointer: place.base + at,
        base: place.base,
        severity: check.severity ?? "error",
      } as CheckModel);
    }
    this.#addEntries(form, form.fields, place, trail, current);
  }

  #addEntries(
    form: FormDefinition,
    entries: readonly FormEntry[],
    place: EntryContext,
    trail: readonly string[],
    open: OpenSection,
  ): void {
    let current = open;
    for (const entry of entries) {
      const when = entry.when === undefined ? place.when : [...place.when, { rule: entry.when, base: place.base }];
      if (isField(entry)) current = this.#addField(form, entry, place, when, current);
      else if (isNote(entry)) current.entries.push({ note: { id: entry.note, base: place.base, note: entry, when } });
      else if (isUsed(entry)) current = this.#use(entry.use, { ...place, when }, trail, current);
      else if (isMounted(entry)) current = this.#mount(entry, place, when, trail, current);
      else if (isSection(entry)) {
        const inner = { ...place, when };
        this.#addEntries(
          form,
          entry.fields,
          inner,
          trail,
          this.#open(place.prefix ? `${place.prefix}-${entry.section}` : entry.section, inner, entry.title),
        );
        current = this.#open(current.group, current, current.title, current.group);
      }
    }
  }

  /** Inlines another form's fields, checks and messages. */
  #use(id: string, place: EntryContext, trail: readonly string[], open: OpenSection): OpenSection {
    this.addForm(this.#get(id, trail), place, [...trail, id], open);
    return this.#sections.at(-1) ?? open;
  }

  #get(id: string, trail: readonly string[]): FormDefinition {
    const form = this.#findForm(id);
    if (!form) throw new Error(`There is no form ${id}`);
    if (trail.includes(id)) throw new Error(`The form ${id} mounts itself`);
    return form;
  }

  #addField(
    form: FormDefinition,
    field: FormField,
    place: EntryContext,
    when: readonly ScopedRule[],
    open: OpenSection,
  ): OpenSection {
    const full = open.entries.filter((entry) => "field" in entry).length >= sectionSize;
    const current = full ? this.#open(open.group, open, open.title, open.group) : open;
    const pointer = place.base + field.at;
    const steps = pointerSteps(pointer);
    if (steps.some((step) => step === "__proto__")) throw new Error(`${form.id}: ${pointer} cannot be a place of data`);
    const given = findDataSchema(form.data, field.at);
    if (!given) throw new Error(`${form.id}: the data has no ${field.at}`);
    const schema = toFieldSchema(field, given);
    current.entries.push({ field: { pointer, steps, base: place.base, section: current.id, field, schema, when } });
    return current;
  }

  #mount(
    entry: { at: string; form: string; title?: Text },
    place: EntryContext,
    when: readonly ScopedRule[],
    trail: readonly string[],
    open: OpenSection,
  ): OpenSection {
    const form = this.#get(entry.form, trail);
    const base = place.base + entry.at;
    this.bases.push(base);
    const inner = { base, prefix: pointerSteps(base).join("-"), when };
    const untitled = entry.title === undefined ? open : this.#open(inner.prefix, inner, entry.title);
    this.addForm(form, inner, [...trail, entry.form], untitled);
    return entry.title === undefined
      ? (this.#sections.at(-1) ?? open)
      : this.#open(open.group, open, open.title, open.group);
  }

  #open(
    name: string,
    { base, when }: { base: string; when: readonly ScopedRule[] },
    title?: Text,
    group?: string,
  ): OpenSection {
    const last = this.#sections.at(-1);
    // Removes an empty part, as a section at the start or end of the form leaves behind.
    if (last && last.entries.length === 0) {
      this.#sections.pop();
      this.#taken.delete(last.id);
      return this.#open(name, { base, when }, title, group);
    }
    const id = this.#toFreeId(name);
    this.#taken.add(id);
    const section = {
      id,
      group: group ?? id,
      base,
      when,
      entries: [],
      ...(title === undefined ? {} : { title }),
    };
    this.#sections.push(section);
    return section;
  }

  /** Parts of one section are numbered, and an author may have used such an id. */
  #toFreeId(name: string): string {
    let id = name;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${name}-${number}`;
    return id;
  }

  sections(): SectionModel[] {
    return this.#sections
      .filter((section) => section.entries.length > 0)
      .map((section) => ({
        ...section,
        fields: section.entries.flatMap((entry) => ("field" in entry ? [entry.field] : [])),
      }));
  }
}

/** Returns the schema of one value of the form's data by its pointer, or undefined. */
export function findDataSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at))
    schema = schema?.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
  return schema;
}

/** Returns whether a pointer equals one of the others or is below it. */
export function isWithin(pointer: string, places: Iterable<string>): boolean {
  for (const place of places) if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return false;
}

/** Converts a `var` path below `data` to a pointer: "data.a.b" under "/x" is "/x/a/b". Undefined for another root. */
export function toDataPointer(path: string, base: string): string | undefined {
  const [root, ...steps] = path.split(".");
  return root === "data" ? base + steps.map((step) => `/${toPointerStep(step)}`).join("") : undefined;
}

/** Returns whether a value of this schema is or contains a file. */
export const containsFile = (schema: DataSchema): boolean =>
  schema.format === "file" ||
  Object.values(schema.properties ?? {}).some(containsFile) ||
  (schema.items !== undefined && containsFile(schema.items));

/** Maximum number of fields of a form that is drawn without rjsf: sign-in, a one-time code, a choice. */
const maxPlainFields = 3;

/** Returns whether the page draws a form without rjsf. The server needs it for preload hints. */
export const isPlain = ({ fields }: Pick<FormModel, "fields">): boolean => fields.length <= maxPlainFields;
