import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { listPlaces, type FieldError } from "#engine/core/form/validate.ts";

const indexByPointer = (errors: readonly FieldError[]) => new Map(errors.map((error) => [error.pointer, error]));

/**
 * Decides which errors are visible: those of touched fields, all after the first attempt, and those from the server.
 */
export class VisibleErrors {
  readonly #model: FormModel;
  #own = new Map<string, FieldError>();
  #server = new Map<string, FieldError>();
  readonly #touched = new Set<string>();
  #attempted = false;
  #summary: readonly FieldError[] = [];

  constructor(model: FormModel) {
    this.#model = model;
  }

  get attempted(): boolean {
    return this.#attempted;
  }
  /** Errors for the summary; the same array while its content is equal. */
  get summary(): readonly FieldError[] {
    return this.#summary;
  }
  /** The visible error of a field; an error from the server comes first. */
  get(pointer: string): FieldError | undefined {
    return (
      this.#server.get(pointer) ?? (this.#attempted || this.#touched.has(pointer) ? this.#own.get(pointer) : undefined)
    );
  }
  /** Sections to validate for the visible errors; undefined means all. */
  sections(): ReadonlySet<string> | undefined {
    if (this.#attempted) return undefined;
    return new Set([...this.#touched].flatMap((pointer) => this.#model.byPointer.get(pointer)?.section ?? []));
  }

  touch(pointer: string): void {
    this.#touched.add(pointer);
  }
  /** Marks a submission attempt; errors from the server are cleared. */
  markAttempted(): void {
    this.#attempted = true;
    this.#server.clear();
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
    if (!this.#attempted) return false;
    const places = listPlaces(this.#model);
    const ownFields = places.flatMap((pointer) => this.get(pointer) ?? []);
    const known = new Set(places);
    const otherErrors = [...this.#server.values()].filter(({ pointer }) => !known.has(pointer));
    const summary = [...ownFields, ...otherErrors].filter((error) => error.severity === "error");
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return false;
    this.#summary = summary;
    return true;
  }
}
