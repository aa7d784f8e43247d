import type { Scope } from "#engine/rules/evaluate.ts";
import { putAt, readAt, type DataTree } from "#engine/form/data-tree.ts";
import { toDependencies } from "#engine/form/depends-on.ts";
import { derive, mayStand, type DerivedForm } from "#engine/form/derive.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { Messages } from "#engine/form/messages.ts";
import type { Replacing } from "#engine/form/replaced.ts";
import { validateDerived, type FieldError, type ValidateTools } from "#engine/form/validate.ts";
import type { FieldView, NoteView, SectionView } from "./parts/field-view.ts";
import { FormViews, type ViewSetup } from "./parts/form-views.ts";
import { ShownErrors } from "./parts/shown-errors.ts";

/** What a form host is made of. `data` is nested; `only` are the places asked for. */
export interface FormSetup extends ViewSetup {
  readonly data: unknown;
  /** What stands where it cannot be changed; without it the data. */
  readonly before?: unknown;
  readonly scope: Scope;
  readonly tools: Pick<ValidateTools, "shape" | "options">;
  readonly messages: Messages;
  readonly replacing?: Replacing;
}
type Listener = () => void;

/**
 * The one owner of what is being typed. Leaves subscribe to their own value, frames to their own view; a keystroke
 * wakes its leaf alone, unless a rule or text reads that field: a large form too answers a key within a frame.
 */
export class FormStore {
  readonly model: FormModel;
  readonly setup: FormSetup;
  #scope: Scope;
  #tree: DataTree;
  #values = new Map<string, unknown>();
  #derived: DerivedForm | undefined;
  readonly #views: FormViews;
  readonly #errors: ShownErrors;
  /** Fields the candidate changed; `fill` and another device's draft leave them alone. */
  #typed = new Set<string>();
  #busy = new Set<string>();
  /** Fields left while a finger or a mouse button is down; undefined when none is. */
  #held: Set<string> | undefined;
  #listeners = new Map<string, Set<Listener>>();
  /** How often each value was made another one by somebody else than the control that shows it, or was committed. */
  #turns = new Map<string, number>();
  #changes = new Set<(pointer: string, committed: boolean) => void>();

  constructor(setup: FormSetup) {
    this.setup = setup;
    this.model = setup.model;
    this.#scope = setup.scope;
    this.#views = new FormViews(setup, (key) => this.#tell(key));
    this.#errors = new ShownErrors(setup.model);
    this.#tree = JSON.parse(JSON.stringify(setup.data ?? {})) as DataTree;
    for (const { pointer, steps } of this.model.fields) this.#values.set(pointer, readAt(this.#tree, steps));
    this.#refresh();
  }

  // Reading

  value = (pointer: string): unknown => {
    const field = this.model.byPointer.get(pointer);
    const state = field && mayStand(field) ? this.derived().fields[pointer] : undefined;
    return field?.field.value !== undefined || state?.readOnly ? state?.value : this.#values.get(pointer);
  };
  /** Another number whenever a control that holds what is typed in it has to look at its value. */
  turn = (pointer: string): number => this.#turns.get(pointer) ?? 0;
  field = (pointer: string): FieldView => this.#views.field(pointer);
  section = (id: string): SectionView => this.#views.section(id);
  note = (key: string): NoteView => this.#views.note(key);
  isTyped = (pointer: string): boolean => this.#typed.has(pointer);
  /** The derived form as it is now; computed again only after a change. */
  derived(): DerivedForm {
    this.#derived ??= derive(this.model, this.#tree, this.#scope, this.setup);
    return this.#derived;
  }
  /** All values, also of fields that are gone for the moment: what a draft keeps; nested. */
  draft(): DataTree {
    return JSON.parse(JSON.stringify(this.#tree)) as DataTree;
  }
  /** Whether a submission was tried: from then on the summary announces errors. */
  isAttempted = (): boolean => this.#errors.attempted;
  /** Errors that the summary lists once a submission was tried. */
  shownErrors = (): readonly FieldError[] => this.#errors.summary;
  /** Whether everything asked for is there and right, as of now. */
  isComplete(): boolean {
    return this.#waiting().length === 0 && !this.#judge().some((error) => error.severity === "error");
  }

  // Listening: "value:/a", "turn:/a", "field:/a", "section:main", "note:…", "form"

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

  /** A keystroke; `inPlace`: its control shows it already. */
  type(pointer: string, value: unknown, inPlace = false): void {
    if (Object.is(this.#values.get(pointer), value)) return;
    this.#typed.add(pointer);
    this.#put(pointer, value, inPlace);
    if (toDependencies(this.model, this.#scope.rules).controllers.has(pointer)) this.#refresh();
    if (this.#views.field(pointer)?.error) this.#showErrors();
    for (const listener of this.#changes) listener(pointer, false);
  }
  /** Blur, pick or a finished upload: from here on errors of this field are shown. */
  commit(pointer: string): void {
    if (this.#held) {
      this.#held.add(pointer);
      return;
    }
    this.#errors.touch(pointer);
    this.#refresh();
    this.#showErrors();
    this.#turn(pointer);
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
    for (const [pointer, value] of Object.entries(values))
      if (this.model.byPointer.has(pointer)) this.#put(pointer, value);
    this.#refresh();
    this.#showErrors();
  }
  setScope(scope: Scope): void {
    this.#scope = scope;
    this.#derived = undefined;
    this.#refresh(true);
  }
  /** Something of a field is on its way, or no more: meanwhile nothing is asked of it. */
  setBusy(pointer: string, busy: boolean): void {
    if (busy === this.#busy.has(pointer)) return;
    if (busy) this.#busy.add(pointer);
    else this.#busy.delete(pointer);
    this.#errors.forget(pointer);
    this.#showErrors();
  }
  /** Errors the server found, by pointers of this form; each stays until its field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    this.#errors.refuse(errors);
    this.#showErrors();
  }
  /** What would be sent, and why not; from now on every error shows. */
  submit(busyMessage: string): { data: DataTree; errors: readonly FieldError[] } {
    this.#errors.attempt();
    this.#derived = undefined;
    this.#refresh();
    // What is on its way is waited for, not asked for.
    const errors = this.#judge().filter(({ severity, pointer }) => severity === "error" && !this.#busy.has(pointer));
    const waiting = this.#waiting().map((pointer): FieldError => ({
      pointer,
      keyword: "busy",
      message: busyMessage,
      severity: "error",
    }));
    this.#showErrors();
    return { data: this.derived().submitted, errors: [...errors, ...waiting] };
  }

  /** Fields that are there and to which something is on its way: what comes to a hidden one is not sent. */
  #waiting(): string[] {
    const { fields } = this.derived();
    return [...this.#busy].filter((pointer) => fields[pointer]?.visible);
  }

  #put(pointer: string, value: unknown, inPlace = false): void {
    const field = this.model.byPointer.get(pointer);
    if (!field) return;
    this.#values.set(pointer, value);
    putAt(this.#tree, field.steps, value);
    this.#derived = undefined;
    this.#errors.forget(pointer);
    this.#tell(`value:${pointer}`);
    if (!inPlace) this.#turn(pointer);
  }

  #turn(pointer: string): void {
    this.#turns.set(pointer, this.turn(pointer) + 1);
    this.#tell(`turn:${pointer}`);
  }

  /** Derives again and wakes what became different. */
  #refresh(everything = false): void {
    const before = this.#derived;
    const derived = this.derived();
    if (before === derived && this.#views.drawn) return;
    this.#views.refresh(derived, this.#errorOf, everything);
  }

  /** Everything that is wrong, or only in the sections named. */
  #judge(sections?: ReadonlySet<string>): FieldError[] {
    const { only, replacing } = this.setup;
    const tools = { ...this.setup.tools, ...(only ? { only } : {}), ...(replacing ? { replacing } : {}) };
    return validateDerived(this.model, tools, this.derived(), this.setup.messages, sections);
  }

  readonly #errorOf = (pointer: string): FieldError | undefined => this.#errors.of(pointer);

  /** Judges the sections whose errors may be seen, and wakes the frames of fields whose error changed. */
  #showErrors(): void {
    const wrong = this.#judge(this.#errors.sections()).filter(({ pointer }) => !this.#busy.has(pointer));
    const changed = this.#errors.take(wrong);
    this.#views.showErrors(this.#errorOf);
    if (changed) this.#tell("form");
  }
}
