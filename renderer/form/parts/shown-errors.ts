import type { FormModel } from "#engine/form/form-model.ts";
import type { FieldError } from "#engine/form/validate.ts";

const byPointer = (errors: readonly FieldError[]) => new Map(errors.map((error) => [error.pointer, error]));

/** Which errors of a form may be seen: those of fields that were left, every one once a submission was tried, and what the server refused. */
export class ShownErrors {
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
  /** What the summary lists; the same list as long as it reads the same. */
  get summary(): readonly FieldError[] {
    return this.#summary;
  }
  /** The error that stands at a field. What the server said goes first. */
  of(pointer: string): FieldError | undefined {
    return (
      this.#server.get(pointer) ?? (this.#attempted || this.#touched.has(pointer) ? this.#own.get(pointer) : undefined)
    );
  }
  /** The sections that must be judged for what may be seen; undefined is all of them. */
  sections(): ReadonlySet<string> | undefined {
    if (this.#attempted) return undefined;
    return new Set([...this.#touched].flatMap((pointer) => this.#model.byPointer.get(pointer)?.section ?? []));
  }

  /** A field was left. */
  touch(pointer: string): void {
    this.#touched.add(pointer);
  }
  /** A submission is tried: what the server said of the last one is over. */
  attempt(): void {
    this.#attempted = true;
    this.#server.clear();
  }
  /** The server refused fields; each stays refused until it changes. */
  refuse(errors: readonly FieldError[]): void {
    this.#server = byPointer(errors);
    this.#attempted ||= errors.length > 0;
  }
  /** A field changed: what the server said of it is over. */
  forget(pointer: string): void {
    this.#server.delete(pointer);
  }
  /** Takes what is wrong now. True when the summary reads differently. */
  take(errors: readonly FieldError[]): boolean {
    this.#own = byPointer(errors);
    if (!this.#attempted) return false;
    const known = this.#model.fields.flatMap(({ pointer }) => this.of(pointer) ?? []);
    const foreign = [...this.#server.values()].filter(({ pointer }) => !this.#model.byPointer.has(pointer));
    const summary = [...known, ...foreign].filter((error) => error.severity === "error");
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return false;
    this.#summary = summary;
    return true;
  }
}
