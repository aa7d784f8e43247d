/** What a form block offers its screen: the `submit` action, and buttons that wait for it. */
export interface FormHandle {
  submit(): Promise<boolean>;
  isComplete(): boolean;
}

/** The forms that stand on the screen, by block id. */
export class FormRegistry {
  readonly #handles = new Map<string, FormHandle>();
  readonly #listeners = new Set<() => void>();

  register(id: string, handle: FormHandle): () => void {
    this.#handles.set(id, handle);
    this.changed();
    return () => {
      if (this.#handles.get(id) === handle) this.#handles.delete(id);
      this.changed();
    };
  }
  find(id: string): FormHandle | undefined {
    return this.#handles.get(id);
  }
  /** True when the form is not there, or everything it asks for is filled in. */
  isComplete = (id: string): boolean => this.#handles.get(id)?.isComplete() ?? true;
  /** A form tells that its completeness may have changed. */
  changed = (): void => {
    for (const listener of this.#listeners) listener();
  };
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
