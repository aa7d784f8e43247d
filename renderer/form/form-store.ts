import type { Scope } from "#engine/rules/evaluate.ts";
import { putAt, readAt, type DataTree } from "#engine/form/data-tree.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { derive, type DerivedForm } from "#engine/form/derive.ts";
import { isWithin, type FieldModel, type FormModel } from "#engine/form/form-model.ts";
import type { Messages } from "#engine/form/messages.ts";
import { validateDerived, type FieldError, type ValidateTools } from "#engine/form/validate.ts";
import { isDynamic, isSameShape, isSameView, toFieldView, toNoteView, toSectionView, type FieldView, type NoteView, type SectionView, type ViewTools } from "./parts/field-view.ts";

/** What a form host is made of. `data` is nested; `only` are the places asked for. */
export interface FormSetup {
  readonly model: FormModel;
  readonly data: unknown;
  readonly scope: Scope;
  readonly tools: Pick<ValidateTools, "shape" | "options">;
  readonly messages: Messages;
  readonly view: ViewTools;
  readonly only?: readonly string[];
  readonly readOnly?: boolean;
}
type Listener = () => void;

/**
 * The one owner of what is being typed. Leaves subscribe to their own value, frames to their own view; a keystroke
 * wakes its leaf alone, unless a rule or text reads that field (design: performance.md of the project's measurements).
 */
export class FormStore {
  readonly model: FormModel;
  readonly setup: FormSetup;
  #scope: Scope;
  #tree: DataTree;
  #values = new Map<string, unknown>();
  #derived: DerivedForm | undefined;
  #fields = new Map<string, FieldView>();
  #sections = new Map<string, SectionView>();
  #notes = new Map<string, NoteView>();
  #errors = new Map<string, FieldError>();
  #serverErrors = new Map<string, FieldError>();
  #touched = new Set<string>();
  /** Fields the candidate changed; `fill` and another device's draft leave them alone. */
  #typed = new Set<string>();
  #busy = new Set<string>();
  #attempted = false;
  /** Fields left while a finger or a mouse button is down; undefined when none is. */
  #held: Set<string> | undefined;
  #listeners = new Map<string, Set<Listener>>();
  #changes = new Set<(pointer: string, committed: boolean) => void>();

  constructor(setup: FormSetup) {
    this.setup = setup;
    this.model = setup.model;
    this.#scope = setup.scope;
    this.#tree = JSON.parse(JSON.stringify(setup.data ?? {})) as DataTree;
    for (const { pointer, steps } of this.model.fields) this.#values.set(pointer, readAt(this.#tree, steps));
    this.#refresh();
  }

  // Reading

  value = (pointer: string): unknown => {
    const computed = this.model.byPointer.get(pointer)?.field.value !== undefined;
    return computed ? this.derived().fields[pointer]?.value : this.#values.get(pointer);
  };
  field = (pointer: string): FieldView => this.#fields.get(pointer) as FieldView;
  section = (id: string): SectionView => this.#sections.get(id) as SectionView;
  note = (key: string): NoteView => this.#notes.get(key) as NoteView;
  isTyped = (pointer: string): boolean => this.#typed.has(pointer);
  /** The derived form as it is now; computed again only after a change. */
  derived(): DerivedForm {
    this.#derived ??= derive(this.model, this.#tree, this.#scope, this.setup.only ? { only: this.setup.only } : {});
    return this.#derived;
  }
  /** All values, also of fields that are gone for the moment: what a draft keeps; nested. */
  draft(): DataTree {
    return JSON.parse(JSON.stringify(this.#tree)) as DataTree;
  }
  /** Whether a submission was tried: from then on the summary announces errors. */
  isAttempted = (): boolean => this.#attempted;
  /** Errors that the summary lists once a submission was tried. */
  shownErrors = (): readonly FieldError[] => this.#summary;
  #summary: readonly FieldError[] = [];
  /** Whether everything asked for is there and right, as of now. */
  isComplete(): boolean {
    return this.#busy.size === 0 && !this.#judge().some((error) => error.severity === "error");
  }

  // Listening: "value:/a", "field:/a", "section:main", "note:…", "form"

  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set<Listener>();
    this.#listeners.set(key, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  /** Hears of each change by the candidate or a fill; `committed` at blur or pick. */
  onChange(listener: (pointer: string, committed: boolean) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }
  #tell(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }

  // Changing

  /** A keystroke. */
  type(pointer: string, value: unknown): void {
    if (Object.is(this.#values.get(pointer), value)) return;
    this.#typed.add(pointer);
    this.#put(pointer, value);
    if (toDependencies(this.model, this.#scope.rules).controllers.has(pointer)) this.#refresh();
    if (this.#fields.get(pointer)?.error) this.#showErrors();
    for (const listener of this.#changes) listener(pointer, false);
  }
  /** Blur, pick or a finished upload: from here on errors of this field are shown. */
  commit(pointer: string): void {
    if (this.#held) {
      this.#held.add(pointer);
      return;
    }
    this.#touched.add(pointer);
    this.#refresh();
    this.#showErrors();
    for (const listener of this.#changes) listener(pointer, true);
  }
  /** A press has begun: what a blur would show waits for its end, so that nothing moves away from under the finger. */
  hold(): void {
    this.#held ??= new Set();
  }
  /** The press is over. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const pointer of held) this.commit(pointer);
  }
  /** Values from a lookup or another device; they do not count as typed. */
  adopt(values: Readonly<Record<string, unknown>>): void {
    for (const [pointer, value] of Object.entries(values)) if (this.model.byPointer.has(pointer)) this.#put(pointer, value);
    this.#refresh();
    this.#showErrors();
  }
  setScope(scope: Scope): void {
    this.#scope = scope;
    this.#derived = undefined;
    this.#refresh(true);
  }
  setBusy(pointer: string, busy: boolean): void {
    if (busy) this.#busy.add(pointer);
    else this.#busy.delete(pointer);
  }
  /** Errors the server found, by pointers of this form; each stays until its field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    this.#serverErrors = new Map(errors.map((error) => [error.pointer, error]));
    this.#attempted = this.#attempted || errors.length > 0;
    this.#showErrors();
  }
  /** What would be sent, and why not; from now on every error shows. */
  submit(busyMessage: string): { data: DataTree; errors: readonly FieldError[] } {
    this.#attempted = true;
    this.#serverErrors.clear();
    this.#derived = undefined;
    this.#refresh();
    const errors = this.#judge().filter((error) => error.severity === "error");
    const waiting = [...this.#busy].filter((pointer) => !errors.some((error) => error.pointer === pointer)).map((pointer): FieldError => ({ pointer, keyword: "busy", message: busyMessage, severity: "error" }));
    this.#showErrors();
    return { data: this.derived().submitted, errors: [...errors, ...waiting] };
  }

  #put(pointer: string, value: unknown): void {
    const field = this.model.byPointer.get(pointer);
    if (!field) return;
    this.#values.set(pointer, value);
    putAt(this.#tree, field.steps, value);
    this.#derived = undefined;
    this.#serverErrors.delete(pointer);
    this.#tell(`value:${pointer}`);
  }

  /** Derives again and wakes what became different. */
  #refresh(everything = false): void {
    const before = this.#derived;
    const derived = this.derived();
    if (before === derived && this.#fields.size > 0) return;
    for (const field of this.model.fields) this.#refreshField(field, derived, everything);
    for (const section of this.model.sections) {
      const view = toSectionView(section, derived, this.setup.view, this.setup.only !== undefined);
      if (!isSameShape(this.#sections.get(section.id), view)) this.#replace(this.#sections, section.id, "section", view);
      section.entries.forEach((entry, index) => {
        if (!("note" in entry)) return;
        const noteView = toNoteView(entry.note, derived, this.setup.view, this.setup.only !== undefined);
        const key = `${section.id}:${index}`;
        if (!isSameShape(this.#notes.get(key), noteView)) this.#replace(this.#notes, key, "note", noteView);
      });
    }
  }

  #refreshField(field: FieldModel, derived: DerivedForm, everything: boolean): void {
    const { pointer } = field;
    const before = this.#fields.get(pointer);
    const state = derived.fields[pointer];
    if (!state) return;
    const readOnly = this.setup.readOnly === true || state.readOnly;
    const same = before && before.visible === state.visible && before.required === state.required && before.readOnly === readOnly;
    if (field.field.value !== undefined) this.#tell(`value:${pointer}`);
    if (same && !everything && !isDynamic(field)) return;
    const view = { ...toFieldView(field, { ...state, readOnly }, derived.scopeAt(field.base), this.setup.view), ...this.#errorOf(pointer) };
    if (!before || !isSameView(before, view)) this.#replace(this.#fields, pointer, "field", view);
  }

  #replace<T>(views: Map<string, T>, key: string, kind: string, view: T): void {
    views.set(key, view);
    this.#tell(`${kind}:${key}`);
  }

  /** Everything that is wrong, or only in the sections named. */
  #judge(sections?: ReadonlySet<string>): FieldError[] {
    const tools = this.setup.only ? { ...this.setup.tools, only: this.setup.only } : this.setup.tools;
    return validateDerived(this.model, tools, this.derived(), this.setup.messages, sections);
  }

  #errorOf(pointer: string): { error?: FieldError } {
    const own = this.#errors.get(pointer);
    const shown = this.#serverErrors.get(pointer) ?? (own && (this.#attempted || this.#touched.has(pointer)) ? own : undefined);
    return shown ? { error: shown } : {};
  }

  /** Judges the sections whose errors may be seen, and wakes the frames of fields whose error changed. */
  #showErrors(): void {
    const sections = this.#attempted ? undefined : new Set([...this.#touched].flatMap((pointer) => this.model.byPointer.get(pointer)?.section ?? []));
    this.#errors = new Map(this.#judge(sections).map((error) => [error.pointer, error]));
    for (const [pointer, view] of this.#fields) {
      const { error } = this.#errorOf(pointer);
      if (view.error?.message === error?.message && view.error?.severity === error?.severity) continue;
      this.#replace(this.#fields, pointer, "field", { ...view, error });
    }
    this.#summarise();
  }

  #summarise(): void {
    if (!this.#attempted) return;
    const known = this.model.fields.flatMap(({ pointer }) => this.#errorOf(pointer).error ?? []);
    const foreign = [...this.#serverErrors.values()].filter(({ pointer }) => !this.model.byPointer.has(pointer));
    const summary = [...known, ...foreign].filter((error) => error.severity === "error");
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return;
    this.#summary = summary;
    this.#tell("form");
  }
}

/**
 * Refusals of the server as errors of this form: a pointer into the body that was sent ends with the pointer of a
 * field ("/list/0/data/pincode"); one that names no field stays in the summary.
 */
export function toFormErrors(model: FormModel, fields: readonly { pointer: string; keyword: string; message: string }[]): FieldError[] {
  return fields.map(({ pointer, keyword, message }) => {
    const ends = model.fields.filter((field) => isWithin(pointer, [field.pointer]) || endsWithin(pointer, field.pointer));
    const found = ends.sort((a, b) => b.pointer.length - a.pointer.length)[0];
    return { pointer: found?.pointer ?? pointer, keyword, message, severity: "error" };
  });
}

function endsWithin(pointer: string, field: string): boolean {
  const at = pointer.indexOf(field);
  return at >= 0 && (pointer.length === at + field.length || pointer[at + field.length] === "/");
}
