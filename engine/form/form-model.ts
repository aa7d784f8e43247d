import { isField, isMounted, isNote, isSection, isUsed } from "#engine/documents/form-entry.ts";
import type { DataSchema, FormDocument, FormEntry, FormField, FormNote } from "#engine/documents/form.ts";
import { pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import type { Text } from "#engine/documents/text.ts";
import type { Rule } from "#engine/rules/evaluate.ts";

/** A rule or text of a form and the place its `data` means: "" or the pointer at which its form is mounted. */
export interface ScopedRule {
  readonly rule: Rule;
  readonly base: string;
}

/** One field at its absolute place. It is there when all of `when` hold (its own, its section's, its mount's). */
export interface FieldModel {
  readonly pointer: string;
  readonly steps: readonly string[];
  readonly base: string;
  readonly section: string;
  readonly field: FormField;
  readonly schema: DataSchema;
  readonly when: readonly ScopedRule[];
}
/** A sentence between fields. */
export interface NoteModel {
  readonly id: string;
  readonly base: string;
  readonly note: FormNote;
  readonly when: readonly ScopedRule[];
}
export type EntryModel = { readonly field: FieldModel } | { readonly note: NoteModel };

/** What one rjsf Form draws: at most 30 fields. Pieces of one heading share `group`; only the first shows the title. */
export interface SectionModel {
  readonly id: string;
  readonly group: string;
  readonly title?: Text;
  readonly base: string;
  readonly when: readonly ScopedRule[];
  readonly entries: readonly EntryModel[];
  readonly fields: readonly FieldModel[];
}
/** A condition across fields, at its absolute place. */
export interface CheckModel {
  readonly id: string;
  readonly pointer: string;
  readonly base: string;
  readonly severity: "error" | "warning";
  readonly when?: Rule;
  readonly assert?: Rule;
  readonly message: Text;
}
/** A form document with its mounted forms, flat: what browser and server derive, validate and draw from. */
export interface FormModel {
  readonly id: string;
  readonly sections: readonly SectionModel[];
  /** All fields in the order of the document. */
  readonly fields: readonly FieldModel[];
  readonly byPointer: ReadonlyMap<string, FieldModel>;
  /** Places at which forms are mounted, "" first. */
  readonly bases: readonly string[];
  readonly checks: readonly CheckModel[];
  /** The form's own messages by absolute pointer, then keyword. */
  readonly messages: ReadonlyMap<string, Readonly<Record<string, Text>>>;
}

/** How many fields one section (one rjsf Form, one validator) holds at most. */
export const sectionSize = 30;

/**
 * The model of a checked form document; `findForm` gives the documents it mounts. Throws for a form that does not
 * exist or mounts itself, and for a field without a place in the data: the check has refused these before.
 */
export function toFormModel(document: FormDocument, findForm: (id: string) => FormDocument | undefined): FormModel {
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

/** Where entries are read: the mount point of their form, the prefix of section ids, and the conditions above them. */
interface Place {
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
  readonly #findForm: (id: string) => FormDocument | undefined;
  readonly #sections: OpenSection[] = [];
  readonly #taken = new Set<string>();

  constructor(findForm: (id: string) => FormDocument | undefined) {
    this.#findForm = findForm;
  }

  addForm(form: FormDocument, place: Place, trail: readonly string[], open?: OpenSection): void {
    const current = open ?? this.#open(place.prefix || "main", place);
    for (const [at, texts] of Object.entries(form.messages ?? {})) {
      const pointer = place.base + at;
      // The words of the outer form go before those of one that it holds.
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
    form: FormDocument,
    entries: readonly FormEntry[],
    place: Place,
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

  /** Another form's fields, checks and messages, at this very place. */
  #use(id: string, place: Place, trail: readonly string[], open: OpenSection): OpenSection {
    this.addForm(this.#get(id, trail), place, [...trail, id], open);
    return this.#sections.at(-1) ?? open;
  }

  #get(id: string, trail: readonly string[]): FormDocument {
    const form = this.#findForm(id);
    if (!form) throw new Error(`There is no form ${id}`);
    if (trail.includes(id)) throw new Error(`The form ${id} mounts itself`);
    return form;
  }

  #addField(
    form: FormDocument,
    field: FormField,
    place: Place,
    when: readonly ScopedRule[],
    open: OpenSection,
  ): OpenSection {
    const full = open.entries.filter((entry) => "field" in entry).length >= sectionSize;
    const current = full ? this.#open(open.group, open, open.title, open.group) : open;
    const pointer = place.base + field.at;
    const steps = pointerSteps(pointer);
    if (steps.some((step) => step === "__proto__")) throw new Error(`${form.id}: ${pointer} cannot be a place of data`);
    const schema = findDataSchema(form.data, field.at);
    if (!schema) throw new Error(`${form.id}: the data has no ${field.at}`);
    current.entries.push({ field: { pointer, steps, base: place.base, section: current.id, field, schema, when } });
    return current;
  }

  #mount(
    entry: { at: string; form: string; title?: Text },
    place: Place,
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
    // An empty piece (a section that begins the form, or ends it) leaves no trace.
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

  /** Pieces of one heading are numbered, and an author may have called a section what a piece would be called. */
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

/** The schema of one value inside a form's data, by its pointer; undefined when the data has no such place. */
export function findDataSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at))
    schema = schema?.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
  return schema;
}

/** Whether a pointer is one of the places or lies below one of them. */
export function isWithin(pointer: string, places: Iterable<string>): boolean {
  for (const place of places) if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return false;
}

/** The pointer of a dotted `var` path below `data`, undefined for another root: "data.a.b" under "/x" is "/x/a/b". */
export function toDataPointer(path: string, base: string): string | undefined {
  const [root, ...steps] = path.split(".");
  return root === "data" ? base + steps.map((step) => `/${toPointerStep(step)}`).join("") : undefined;
}
