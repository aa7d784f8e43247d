import { pointerSteps, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { isField, isGroup, isList, isMounted, isNote, isPage, isUsed } from "#engine/core/definitions/form-entry.ts";
import type {
  DataSchema,
  FormDefinition,
  FormEntry,
  FormField,
  FormList,
  FormNote,
  FormPage,
  FormSection,
} from "#engine/core/definitions/form.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { Rule } from "#engine/core/rules/evaluate.ts";
import { findDataSchema } from "./data-schema.ts";
import { toFieldSchema } from "./file-values.ts";
import { anyRow, listRows, mostRows, usualRows, type ListModel, type RowModel, type ScopedRule } from "./lists.ts";

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
  /** The row of a list that it is in. */
  readonly row?: RowModel;
}
/** A place of rules: what its roots mean, as pointers. In a row, `data` is the data around the list. */
export interface ScopeBase {
  readonly pointer: string;
  readonly data: string;
  readonly row?: RowModel;
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
  readonly row?: RowModel;
  /** The id of the page that it is on. */
  readonly page?: string;
  /** The section of the first row, and that row: later rows share its schema and validator. */
  readonly shapedLike?: { readonly section: string; readonly row: string };
}
/** One step of a form. It is present where all of `when` hold. */
export interface PageModel {
  readonly id: string;
  readonly title: Text;
  readonly base: string;
  readonly when: readonly ScopedRule[];
  readonly sections: readonly SectionModel[];
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
  /** Places of rules by pointer: the form, mount points, and rows. */
  readonly bases: ReadonlyMap<string, ScopeBase>;
  readonly lists: readonly ListModel[];
  /** The steps in their order; none in a form without pages. */
  readonly pages: readonly PageModel[];
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
  builder.addForm(document, { base: "", prefix: "", when: [], data: document.data }, [document.id]);
  const sections = builder.sections();
  const fields = sections.flatMap((section) => section.fields);
  return {
    id: document.id,
    sections,
    fields,
    byPointer: new Map(fields.map((field) => [field.pointer, field])),
    bases: builder.bases,
    lists: builder.lists,
    pages: builder.pages.map((page) => ({ ...page, sections: sections.filter((one) => one.page === page.id) })),
    checks: builder.checks,
    messages: builder.messages,
  };
}

/** Context of entries: their place and its data, prefix of section ids, inherited conditions. */
interface EntryContext {
  base: string;
  prefix: string;
  when: readonly ScopedRule[];
  data: DataSchema;
  row?: RowModel;
  page?: string;
}
interface OpenSection {
  id: string;
  group: string;
  title?: Text;
  base: string;
  when: readonly ScopedRule[];
  entries: EntryModel[];
  row?: RowModel;
  page?: string;
  shapedLike?: { section: string; row: string };
}

class ModelBuilder {
  readonly bases = new Map<string, ScopeBase>([["", { pointer: "", data: "" }]]);
  readonly lists: ListModel[] = [];
  readonly pages: Omit<PageModel, "sections">[] = [];
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
    const inner = this.checks.length;
    this.#addEntries(form, form.fields, place, trail, current);
    for (const [at, texts] of Object.entries(form.messages ?? {}))
      for (const { pointer } of this.#inRows(place.base, at)) {
        // Messages of the outer form win over those of a mounted one.
        this.messages.set(pointer, { ...this.messages.get(pointer), ...(texts as Record<string, Text>) });
      }
    const own = (form.checks ?? []).flatMap(({ at, ...check }) =>
      this.#inRows(place.base, at).map(
        ({ pointer, base }) =>
          ({ ...check, id: check.id, pointer, base, severity: check.severity ?? "error" }) as CheckModel,
      ),
    );
    this.checks.splice(inner, 0, ...own);
  }

  /** The places of a pointer of a definition. Below a list ("/jobs/-/from") it is one in each row, with its scope. */
  #inRows(base: string, at: string): { pointer: string; base: string }[] {
    const list = this.lists.find(({ pointer }) => `${base}${at}`.startsWith(`${pointer}/${anyRow}/`));
    if (!list) return [{ pointer: base + at, base }];
    const inside = `${base}${at}`.slice(list.pointer.length + anyRow.length + 1);
    return listRows(list).map((row) => ({ pointer: row.pointer + inside, base: row.pointer }));
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
      else if (isList(entry)) current = this.#addList(form, entry, { ...place, when }, trail, current);
      else if (isGroup(entry)) current = this.#addGroup(form, entry, { ...place, when }, trail, current);
    }
  }

  /** Adds a section or a page. The heading of a page is that of the step, so its own sections have none. */
  #addGroup(
    form: FormDefinition,
    entry: FormSection | FormPage,
    place: EntryContext,
    trail: readonly string[],
    open: OpenSection,
  ): OpenSection {
    const inner = isPage(entry) ? this.#toPage(form, entry, place) : place;
    const name = isPage(entry) ? entry.page : entry.section;
    const title = isPage(entry) ? undefined : entry.title;
    const opened = this.#open(place.prefix ? `${place.prefix}-${name}` : name, inner, title);
    this.#addEntries(form, entry.fields, inner, trail, opened);
    return this.#open(open.group, open, open.title, open.group);
  }

  #toPage(form: FormDefinition, { page, title }: FormPage, place: EntryContext): EntryContext {
    if (place.page !== undefined || place.row)
      throw new Error(`${form.id}: the page ${page} is inside of a page or list`);
    if (this.pages.some(({ id }) => id === page)) throw new Error(`${form.id}: there are two pages ${page}`);
    this.pages.push({ id: page, title, base: place.base, when: place.when });
    return { ...place, page };
  }

  /** Adds every row that a list may have. Rows that the data lack are absent, as fields whose condition is false. */
  #addList(
    form: FormDefinition,
    entry: FormList,
    place: EntryContext,
    trail: readonly string[],
    open: OpenSection,
  ): OpenSection {
    const data = findDataSchema(place.data, entry.list)?.items;
    if (!data) throw new Error(`${form.id}: the data has no list ${entry.list}`);
    if (place.row) throw new Error(`${form.id}: the list ${entry.list} is inside of another`);
    const pointer = place.base + entry.list;
    const name = pointerSteps(pointer).join("-");
    const max = Math.min(entry.max ?? usualRows, mostRows);
    const list = {
      pointer,
      steps: pointerSteps(pointer),
      base: place.base,
      section: "",
      ...(entry.title !== undefined && { title: entry.title }),
      ...(entry.hint !== undefined && { hint: entry.hint }),
      item: entry.item,
      add: entry.add,
      min: Math.min(entry.min ?? 0, max),
      max,
      when: place.when,
    };
    this.lists.push(list);
    let first: readonly OpenSection[] = [];
    for (const row of listRows(list)) {
      this.bases.set(row.pointer, { pointer: row.pointer, data: place.base, row });
      const prefix = `${name}-${row.index + 1}`;
      const inner: EntryContext = { ...place, base: row.pointer, prefix, data, row };
      const opened = this.#open(prefix, inner, entry.item);
      if (row.index === 0) list.section = opened.id;
      this.#addEntries(form, entry.fields, inner, trail, opened);
      const own = this.#sections.slice(this.#sections.indexOf(opened)).filter((one) => one.row === row);
      if (row.index === 0) first = own;
      else own.forEach((one, i) => (one.shapedLike = { section: first[i]!.id, row: `${pointer}/0` }));
    }
    return this.#open(open.group, open, open.title, open.group);
  }

  /** Inlines another form's fields, checks and messages. */
  #use(id: string, place: EntryContext, trail: readonly string[], open: OpenSection): OpenSection {
    const form = this.#get(id, trail);
    this.addForm(form, { ...place, data: form.data }, [...trail, id], open);
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
    const given = findDataSchema(place.data, field.at);
    if (!given) throw new Error(`${form.id}: the data has no ${field.at}`);
    const schema = toFieldSchema(field, given);
    const row = place.row && { row: place.row };
    current.entries.push({
      field: { pointer, steps, base: place.base, section: current.id, field, schema, when, ...row },
    });
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
    this.bases.set(base, { pointer: base, data: base });
    const inner = { ...place, base, prefix: pointerSteps(base).join("-"), when, data: form.data };
    const untitled = entry.title === undefined ? open : this.#open(inner.prefix, inner, entry.title);
    this.addForm(form, inner, [...trail, entry.form], untitled);
    return entry.title === undefined
      ? (this.#sections.at(-1) ?? open)
      : this.#open(open.group, open, open.title, open.group);
  }

  #open(
    name: string,
    { base, when, row, page }: Pick<OpenSection, "base" | "when" | "row" | "page">,
    title?: Text,
    group?: string,
  ): OpenSection {
    const last = this.#sections.at(-1);
    // Removes an empty part, as a section at the start or end of the form leaves behind.
    if (last && last.entries.length === 0) {
      this.#sections.pop();
      this.#taken.delete(last.id);
      return this.#open(name, { base, when, ...(row && { row }), ...(page !== undefined && { page }) }, title, group);
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
      ...(row && { row }),
      ...(page !== undefined && { page }),
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

/** Returns whether a pointer equals one of the others or is below it. */
export function isWithin(pointer: string, places: Iterable<string>): boolean {
  for (const place of places) if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return false;
}

/**
 * Converts a `var` path to a pointer of form data: "data.a.b" under "/x" is "/x/a/b", "row.from" in the third row of
 * "/jobs" is "/jobs/2/from". Undefined for a path outside of the form's data.
 */
export function toDataPointer(path: string, base: string, { bases }: Pick<FormModel, "bases">): string | undefined {
  const [root, ...steps] = path.split(".");
  const known = bases.get(base);
  const previous = known?.row && known.row.index > 0 ? `${known.row.list.pointer}/${known.row.index - 1}` : undefined;
  const holder = { data: known?.data, row: known?.row?.pointer, previous }[root ?? ""];
  return holder === undefined ? undefined : holder + steps.map((step) => `/${toPointerStep(step)}`).join("");
}

/** Maximum number of fields of a form that is drawn without rjsf: sign-in, a one-time code, a choice. */
const maxPlainFields = 3;

/** Returns whether the page draws a form without rjsf. The server needs it for preload hints. */
export const isPlain = ({ fields }: Pick<FormModel, "fields">): boolean => fields.length <= maxPlainFields;
