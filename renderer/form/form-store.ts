import type { Scope } from "#engine/core/rules/evaluate.ts";
import { putAt, putField, readAt, readRows, type DataTree } from "#engine/core/form/data-tree.ts";
import { toDependencies } from "#engine/core/form/dependencies.ts";
import { derive, isControlled, toInitialData, updateDerived, type DerivedForm } from "#engine/core/form/derive.ts";
import { findRow, resolveTitle, type ListModel } from "#engine/core/form/lists.ts";
import type { FormModel, PageModel, SectionModel } from "#engine/core/form/form-model.ts";
import { listPages, toProgress, type FormProgress } from "#engine/core/form/pages.ts";
import type { Messages } from "#engine/core/form/messages.ts";
import type { Replacement } from "#engine/core/form/unchanged.ts";
import { validateDerived, type FieldError, type ValidateTools } from "#engine/core/form/validate.ts";
import { isSentence, toShownSentence } from "#engine/core/form/sentences.ts";
import type { FieldView, ListView, NoteView, SectionView } from "./parts/field-view.ts";
import { FormViews, type ViewSetup } from "./parts/form-views.ts";
import { VisibleErrors } from "./parts/visible-errors.ts";

/** Input of the form store. `data` is nested; `only` restricts the form to these pointers. */
export interface FormSetup extends ViewSetup {
  readonly data: unknown;
  /** Values that read-only fields keep; defaults to `data`. */
  readonly before?: unknown;
  readonly scope: Scope;
  readonly tools: Pick<ValidateTools, "shape" | "options">;
  readonly messages: Messages;
  readonly replacing?: Replacement;
  /** Why each field is requested, by pointer. */
  readonly reasons?: Readonly<Record<string, string>>;
}
type Listener = () => void;

/**
 * Holds everything that is typed. Each control subscribes to its own value, each frame to its own view. A key updates
 * one control, unless a rule or a text reads that field. So large forms stay fast.
 */
export class FormStore {
  readonly model: FormModel;
  readonly setup: FormSetup;
  #scope: Scope;
  #tree: DataTree;
  #values = new Map<string, unknown>();
  #derived: DerivedForm | undefined;
  readonly #views: FormViews;
  readonly #errors: VisibleErrors;
  /** Fields that the candidate changed; `fill` and other devices' drafts do not overwrite them. */
  #typed = new Set<string>();
  #busy = new Set<string>();
  /** Fields that lost focus while a pointer is pressed; undefined when none is pressed. */
  #deferred: Set<string> | undefined;
  #listeners = new Map<string, Set<Listener>>();
  /** Number of outside changes of each value. */
  #revisions = new Map<string, number>();
  #changes = new Set<(pointer: string, committed: boolean) => void>();

  constructor(setup: FormSetup) {
    this.setup = setup;
    this.model = setup.model;
    this.#scope = setup.scope;
    this.#views = new FormViews(setup, (key) => this.#notify(key));
    this.#errors = new VisibleErrors(setup.model);
    this.#tree = JSON.parse(JSON.stringify(setup.data ?? {})) as DataTree;
    for (const { pointer, steps } of this.model.fields) this.#values.set(pointer, readAt(this.#tree, steps));
    this.#update();
  }

  // Reading

  value = (pointer: string): unknown => {
    const field = this.model.byPointer.get(pointer);
    const state = field && isControlled(field) ? this.derived().fields[pointer] : undefined;
    const computed = field?.field.value;
    if (field && isSentence(computed)) {
      const sentence = { sentence: computed, stored: state?.value };
      return toShownSentence(sentence, this.derived().scopeAt(field.base), this.setup.view.translate);
    }
    return computed !== undefined || state?.readOnly ? state?.value : this.#values.get(pointer);
  };
  /** Changes whenever an uncontrolled control must read its value again. */
  revision = (pointer: string): number => this.#revisions.get(pointer) ?? 0;
  field = (pointer: string): FieldView => this.#views.field(pointer);
  section = (id: string): SectionView => this.#views.section(id);
  note = (key: string): NoteView => this.#views.note(key);
  list = (pointer: string): ListView => this.#views.list(pointer);
  /** The heading of the row that has a field: "Job 2"; undefined outside of lists. */
  rowTitle(pointer: string): string | undefined {
    const row = this.model.byPointer.get(pointer)?.row;
    if (!row) return undefined;
    const section = { title: row.list.item, row };
    return resolveTitle(section, this.derived().scopeAt(row.pointer), this.setup.view.translate) || undefined;
  }
  isTyped = (pointer: string): boolean => this.#typed.has(pointer);
  /** The derived form, cached until a value changes. */
  derived(): DerivedForm {
    this.#derived ??= derive(this.model, this.#tree, this.#scope, this.setup);
    return this.#derived;
  }
  /** All values as nested data, including those of hidden fields. */
  draft(): DataTree {
    return JSON.parse(JSON.stringify(this.#tree)) as DataTree;
  }
  /** Returns whether the summary announces the errors of a field: after an attempt to submit, or to leave its page. */
  isAttempted = (pointer: string): boolean => this.#errors.isAttempted(pointer);
  /** Errors that the summary lists after the first attempt. */
  shownErrors = (): readonly FieldError[] => this.#errors.summary;
  /** Returns whether all required fields are filled in and no field has an error. */
  isComplete(): boolean {
    return this.#listBusy().length === 0 && !this.#validate().some((error) => error.severity === "error");
  }

  /** The pages as they are now; none in a form without pages. */
  pages(): PageModel[] {
    return listPages(this.model, this.derived(), this.setup.only);
  }
  /** The steps and how far they go. */
  progress(): FormProgress {
    const faults = this.#validate().filter(({ severity }) => severity === "error");
    return toProgress(this.model, this.pages(), [...faults.map(({ pointer }) => pointer), ...this.#listBusy()]);
  }
  /** Returns whether an upload runs in one of these sections. */
  isBusy(sections: readonly SectionModel[]): boolean {
    const running = this.#listBusy();
    return sections.some(({ fields }) => fields.some(({ pointer }) => running.includes(pointer)));
  }

  // Subscribing; keys: "value:/a", "revision:/a", "field:/a", "section:main", "note:…", "list:/jobs", "steps", "form"

  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set<Listener>();
    this.#listeners.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  /** Subscribes to changes by the candidate; `committed` is true at blur, pick or the end of an upload. */
  onChange(listener: (pointer: string, committed: boolean) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }
  #notify(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }

  // Changing

  /** Sets a value at each key. `inPlace`: the control already shows it. */
  type(pointer: string, value: unknown, inPlace = false): void {
    if (Object.is(this.#values.get(pointer), value)) return;
    this.#typed.add(pointer);
    this.#setValue(pointer, value, inPlace);
    if (toDependencies(this.model, this.#scope.rules).controllers.has(pointer)) this.#update();
    if (this.#views.field(pointer)?.error) this.#showErrors();
    for (const listener of this.#changes) listener(pointer, false);
  }
  /** Marks a field as touched at blur, pick or the end of an upload; its errors show from now on. */
  commit(pointer: string): void {
    if (this.#deferred) {
      this.#deferred.add(pointer);
      return;
    }
    this.#errors.touch(pointer);
    this.#update();
    this.#showErrors();
    for (const listener of this.#changes) listener(pointer, true);
  }
  /** Defers commits while a pointer is pressed, so that no new error moves the target of the press. */
  deferCommits(): void {
    this.#deferred ??= new Set();
  }
  /** Runs the deferred commits after the press. */
  flushCommits(): void {
    const deferred = this.#deferred ?? [];
    this.#deferred = undefined;
    for (const pointer of deferred) this.commit(pointer);
  }
  /** Sets values from a lookup or another device; they do not count as typed. */
  setExternalValues(values: Readonly<Record<string, unknown>>): void {
    for (const [pointer, value] of Object.entries(values))
      if (this.model.byPointer.has(pointer)) this.#setValue(pointer, value);
    for (const list of this.model.lists) this.#dropEmptiedRows(list, values);
    this.#update();
    this.#showErrors();
  }
  /** Adds a row at the end of a list, with its initial values. */
  addRow(list: ListModel): void {
    this.#changeRows(list, (rows) => [...rows, {}]);
    const row = findRow(this.model, list, readRows(this.#tree, list).length - 1);
    if (row) this.#changeRows(list, () => readRows(toInitialData(this.model, this.#tree, this.#scope, row), list));
  }
  /** Removes a row; → a function that puts it back, with its values. */
  removeRow(list: ListModel, index: number): () => void {
    const removed = this.#rows(list)[index];
    this.#changeRows(list, (rows) => without(rows, index));
    return () => this.#changeRows(list, (rows) => withRow(rows, index, removed));
  }
  /** Moves a row up (-1) or down (1). */
  moveRow(list: ListModel, index: number, step: -1 | 1): void {
    this.#changeRows(list, (rows) => withRow(without(rows, index), index + step, rows[index]));
  }
  /** Returns whether an upload runs in a row; until it ends, rows keep their places. */
  isListBusy = ({ pointer }: ListModel): boolean => [...this.#busy].some((one) => one.startsWith(`${pointer}/`));
  setScope(scope: Scope): void {
    this.#scope = scope;
    this.#derived = undefined;
    this.#update(true);
  }
  /** Marks a field as busy with an upload; a busy field reports no errors. */
  setBusy(pointer: string, busy: boolean): void {
    if (busy === this.#busy.has(pointer)) return;
    if (busy) this.#busy.add(pointer);
    else this.#busy.delete(pointer);
    this.#errors.clearServerError(pointer);
    this.#showErrors();
  }
  /** Sets errors from the server, by pointers of this form. Each stays until its field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    this.#errors.setServerErrors(errors);
    this.#showErrors();
  }
  /** Returns the data to send and the errors that prevent it. All errors show from now on. */
  submit(busyMessage: string): { data: DataTree; errors: readonly FieldError[] } {
    this.#errors.markAttempted();
    const errors = this.#findFaults(busyMessage);
    this.#showErrors();
    const data = this.derived().submitted;
    this.#derived = undefined; // later keys change a derived form in place: this one belongs to the submission
    return { data, errors };
  }
  /** Returns whether a page can be left forwards. Its errors, and no others, show from now on. */
  leave(page: PageModel, busyMessage: string): boolean {
    const sections = new Set(page.sections.map(({ id }) => id));
    this.#errors.markLeft(sections);
    const faults = this.#findFaults(busyMessage, sections);
    this.#errors.addServerErrors(faults.filter(({ keyword }) => keyword === "busy"));
    this.#showErrors();
    return faults.length === 0;
  }

  /** The errors that prevent going on. A busy field reports that it is busy instead of its errors. */
  #findFaults(busyMessage: string, sections?: ReadonlySet<string>): FieldError[] {
    this.#derived = undefined;
    this.#update();
    const isInside = (pointer: string) => !sections || sections.has(this.model.byPointer.get(pointer)?.section ?? "");
    const errors = this.#validate(sections).filter(
      ({ severity, pointer }) => severity === "error" && !this.#busy.has(pointer),
    );
    const busy = this.#listBusy()
      .filter(isInside)
      .map((pointer): FieldError => ({ pointer, keyword: "busy", message: busyMessage, severity: "error" }));
    return [...errors, ...busy];
  }

  /** Visible fields with an upload in progress; uploads for hidden fields are not sent. */
  #listBusy(): string[] {
    const { fields } = this.derived();
    return [...this.#busy].filter((pointer) => fields[pointer]?.visible);
  }

  /** The rows of a list as they are drawn: those of the data, and its minimum. */
  #rows(list: ListModel): unknown[] {
    const rows = readRows(this.#tree, list);
    return Array.from({ length: this.derived().lists[list.pointer]?.rows ?? 0 }, (_, index) => rows[index] ?? {});
  }
  #changeRows(list: ListModel, change: (rows: unknown[]) => unknown[]): void {
    putAt(this.#tree, list.steps, change(this.#rows(list)));
    const moved = this.model.fields.filter(
      ({ pointer, steps, row }) =>
        row?.list === list && !Object.is(this.#values.get(pointer), readAt(this.#tree, steps)),
    );
    this.#derived = undefined;
    this.#errors.forget(list.pointer);
    for (const { pointer, steps } of moved) {
      this.#typed.add(pointer);
      this.#values.set(pointer, readAt(this.#tree, steps));
      this.#notify(`value:${pointer}`);
      this.#bumpRevision(pointer);
    }
    this.#update(true);
    this.#showErrors();
    for (const { pointer } of moved) for (const listener of this.#changes) listener(pointer, false);
    for (const listener of this.#changes) listener(list.pointer, true);
  }
  /** Drops the last rows that these values emptied: another device removed them. A row that was empty before stays. */
  #dropEmptiedRows(list: ListModel, values: Readonly<Record<string, unknown>>): void {
    const emptied = Object.keys(values).filter((pointer) => values[pointer] === undefined);
    if (!emptied.some((pointer) => pointer.startsWith(`${list.pointer}/`))) return;
    const rows = readRows(this.#tree, list);
    const isEmpty = (row: unknown) => Object.values(row as object).every((value) => value === undefined);
    const isEmptied = (index: number) => emptied.some((pointer) => pointer.startsWith(`${list.pointer}/${index}/`));
    while (rows.length > 0 && isEmptied(rows.length - 1) && isEmpty(rows.at(-1))) rows.pop();
    this.#derived = undefined;
  }

  #setValue(pointer: string, value: unknown, inPlace = false): void {
    const field = this.model.byPointer.get(pointer);
    if (!field) return;
    this.#values.set(pointer, value);
    putField(this.#tree, field, value);
    const isRead = toDependencies(this.model, this.#scope.rules).controllers.has(pointer);
    this.#derived = this.#derived && !isRead ? updateDerived(this.#derived, field, value) : undefined;
    this.#errors.clearServerError(pointer);
    this.#notify(`value:${pointer}`);
    if (!inPlace) this.#bumpRevision(pointer);
  }

  #bumpRevision(pointer: string): void {
    this.#revisions.set(pointer, this.revision(pointer) + 1);
    this.#notify(`revision:${pointer}`);
  }

  /** Derives the form and notifies the listeners of changed views. */
  #update(everything = false): void {
    const before = this.#derived;
    const derived = this.derived();
    if (before === derived && this.#views.isInitialized) return;
    this.#views.refresh(derived, this.#errorOf, everything);
    this.#notify("steps");
  }

  /** Validates the form, or only the given sections. */
  #validate(sections?: ReadonlySet<string>): FieldError[] {
    const { only, replacing } = this.setup;
    const tools = { ...this.setup.tools, ...(only ? { only } : {}), ...(replacing ? { replacing } : {}) };
    return validateDerived(this.model, tools, this.derived(), this.setup.messages, sections);
  }

  readonly #errorOf = (pointer: string): FieldError | undefined => this.#errors.get(pointer);

  /** Validates the sections whose errors are visible and updates the fields whose error changed. */
  #showErrors(): void {
    const errors = this.#validate(this.#errors.sections()).filter(({ pointer }) => !this.#busy.has(pointer));
    const changed = this.#errors.update(errors);
    this.#views.showErrors(this.#errorOf);
    if (changed) this.#notify("form");
  }
}

const without = (rows: readonly unknown[], index: number): unknown[] => rows.filter((_, at) => at !== index);
const withRow = (rows: readonly unknown[], index: number, row: unknown): unknown[] => [
  ...rows.slice(0, index),
  row,
  ...rows.slice(index),
];
