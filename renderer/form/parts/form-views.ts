import { isControlled, type DerivedForm } from "#engine/core/form/derive.ts";
import type { FieldModel, FormModel } from "#engine/core/form/form-model.ts";
import type { FieldError } from "#engine/core/form/validate.ts";
import {
  isDynamic,
  hasSameValues,
  isSameView,
  toFieldView,
  toListView,
  toNoteView,
  toSectionView,
  type FieldView,
  type ListView,
  type NoteView,
  type SectionView,
  type ViewTools,
} from "./field-view.ts";

export interface ViewSetup {
  readonly model: FormModel;
  readonly view: ViewTools;
  readonly only?: readonly string[];
}
type ErrorOf = (pointer: string) => FieldError | undefined;

/**
 * The views of a form's fields, sections and notes. A changed view is replaced as a whole and its key is notified:
 * "field:/a", "section:main", "note:main:0", "list:/jobs".
 */
export class FormViews {
  readonly #setup: ViewSetup;
  readonly #notify: (key: string) => void;
  readonly #fields = new Map<string, FieldView>();
  readonly #sections = new Map<string, SectionView>();
  readonly #notes = new Map<string, NoteView>();
  readonly #lists = new Map<string, ListView>();

  constructor(setup: ViewSetup, notify: (key: string) => void) {
    this.#setup = setup;
    this.#notify = notify;
  }

  field = (pointer: string): FieldView => this.#fields.get(pointer) as FieldView;
  section = (id: string): SectionView => this.#sections.get(id) as SectionView;
  note = (key: string): NoteView => this.#notes.get(key) as NoteView;
  list = (pointer: string): ListView => this.#lists.get(pointer) as ListView;
  get isInitialized(): boolean {
    return this.#fields.size > 0;
  }

  /** Updates the views from a derived form. `everything` includes fields whose texts do not read form data. */
  refresh(derived: DerivedForm, errorOf: ErrorOf, everything: boolean): void {
    const { model, view, only } = this.#setup;
    for (const field of model.fields) this.#refreshField(field, derived, errorOf, everything);
    for (const list of model.lists) this.#refreshList(toListView(list, derived, view, only), list.pointer, errorOf);
    for (const section of model.sections) {
      const sectionView = toSectionView(section, derived, view, only !== undefined);
      if (!hasSameValues(this.#sections.get(section.id), sectionView))
        this.#replace(this.#sections, section.id, "section", sectionView);
      section.entries.forEach((entry, index) => {
        if (!("note" in entry)) return;
        const noteView = toNoteView(entry.note, derived, view, only !== undefined);
        const key = `${section.id}:${index}`;
        if (!hasSameValues(this.#notes.get(key), noteView)) this.#replace(this.#notes, key, "note", noteView);
      });
    }
  }

  /** Updates the fields whose error changed. */
  showErrors(errorOf: ErrorOf): void {
    for (const [pointer, view] of this.#fields) {
      const error = errorOf(pointer);
      if (view.error?.message === error?.message && view.error?.severity === error?.severity) continue;
      this.#replace(this.#fields, pointer, "field", { ...view, error });
    }
    for (const [pointer, view] of this.#lists) this.#refreshList(view, pointer, errorOf);
  }

  #refreshList({ error: _before, ...view }: ListView, pointer: string, errorOf: ErrorOf): void {
    const error = errorOf(pointer)?.message;
    const next = { ...view, ...(error !== undefined && { error }) };
    const before = this.#lists.get(pointer);
    if (!before || !hasSameValues(before, next) || before.error !== error)
      this.#replace(this.#lists, pointer, "list", next);
  }

  #refreshField(field: FieldModel, derived: DerivedForm, errorOf: ErrorOf, everything: boolean): void {
    const { pointer } = field;
    const before = this.#fields.get(pointer);
    const state = derived.fields[pointer];
    if (!state) return;
    const same =
      before &&
      before.visible === state.visible &&
      before.required === state.required &&
      before.readOnly === state.readOnly;
    if (isControlled(field)) this.#notify(`value:${pointer}`);
    if (same && !everything && !isDynamic(field)) return;
    const error = errorOf(pointer);
    const view = {
      ...toFieldView(field, state, derived.scopeAt(field.base), this.#setup.view),
      ...(error ? { error } : {}),
    };
    if (!before || !isSameView(before, view)) this.#replace(this.#fields, pointer, "field", view);
  }

  #replace<T>(views: Map<string, T>, key: string, kind: string, view: T): void {
    views.set(key, view);
    this.#notify(`${kind}:${key}`);
  }
}
