import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { findMessageList } from "#engine/core/form/message-field.ts";
import { listPlaces, type FieldError } from "#engine/core/form/validate.ts";

const indexByPointer = (errors: readonly FieldError[]) => new Map(errors.map((error) => [error.pointer, error]));

/**
 * Decides which errors are visible: those of touched fields, those of pages that were left, all after the first attempt
 * to submit, and those from the server.
 */
export class VisibleErrors {
  readonly #model: FormModel;
  #own = new Map<string, FieldError>();
  #server = new Map<string, FieldError>();
  readonly #touched = new Set<string>();
  /** Sections whose page was left forwards. */
  readonly #left = new Set<string>();
  #attempted = false;
  #summary: readonly FieldError[] = [];

  constructor(model: FormModel) {
    this.#model = model;
  }

  /** Returns whether the summary lists the errors of a place. */
  isAttempted(pointer: string): boolean {
    return this.#attempted || this.#left.has(this.#sectionOf(pointer) ?? "");
  }
  /** Errors for the summary; the same array while its content is equal. */
  get summary(): readonly FieldError[] {
    return this.#summary;
  }
  /** The visible error of a field; an error from the server comes first. */
  get(pointer: string): FieldError | undefined {
    return (
      this.#server.get(pointer) ??
      (this.isAttempted(pointer) || this.#touched.has(pointer) ? this.#own.get(pointer) : undefined)
    );
  }
  /** Sections to validate for the visible errors; undefined means all. */
  sections(): ReadonlySet<string> | undefined {
    if (this.#attempted) return undefined;
    const touched = [...this.#touched].flatMap((pointer) => this.#model.byPointer.get(pointer)?.section ?? []);
    return new Set([...touched, ...this.#left]);
  }
  #sectionOf(pointer: string): string | undefined {
    return (this.#model.byPointer.get(pointer) ?? findMessageList(this.#model, pointer))?.section;
  }

  touch(pointer: string): void {
    this.#touched.add(pointer);
  }
  /** Marks a submission attempt; errors from the server are cleared. */
  markAttempted(): void {
    this.#attempted = true;
    this.#server.clear();
  }
  /** Marks an attempt to leave these sections; their errors from the server are cleared. */
  markLeft(sections: ReadonlySet<string>): void {
    for (const id of sections) this.#left.add(id);
    for (const pointer of this.#server.keys())
      if (sections.has(this.#sectionOf(pointer) ?? "")) this.#server.delete(pointer);
  }
  /** Adds errors to those from the server, without an attempt to submit. */
  addServerErrors(errors: readonly FieldError[]): void {
    for (const error of errors) this.#server.set(error.pointer, error);
  }
  /** Sets errors from the server; each stays until its field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    this.#server = indexByPointer(errors);
    this.#attempted ||= errors.length > 0;
  }
  clearServerError(pointer: string): void {
    this.#server.delete(pointer);
  }
  /** Forgets what was touched and refused below a place, because its rows changed places. */
  forget(place: string): void {
    const isBelow = (pointer: string) => isWithin(pointer, [place]);
    for (const pointer of [...this.#touched].filter(isBelow)) this.#touched.delete(pointer);
    for (const pointer of [...this.#server.keys()].filter(isBelow)) this.#server.delete(pointer);
  }
  /** Replaces the validation errors. Returns whether the summary changed. */
  update(errors: readonly FieldError[]): boolean {
    this.#own = indexByPointer(errors);
    if (!this.#attempted && this.#left.size === 0) return false;
    const places = listPlaces(this.#model);
    const ownFields = places.flatMap((pointer) => (this.isAttempted(pointer) ? (this.get(pointer) ?? []) : []));
    const known = new Set(places);
    const otherErrors = [...this.#server.values()].filter(({ pointer }) => !known.has(pointer));
    const summary = [...ownFields, ...otherErrors].filter((error) => error.severity === "error");
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return false;
    this.#summary = summary;
    return true;
  }
}
