/** What a form block offers its screen: the `submit` action, and buttons that wait for it. */
export interface FormHandle {
  submit(): Promise<boolean>;
  isComplete(): boolean;
}

/** The forms that stand on the screen, by block id. */
export class FormRegistry {
  readonly #handles = new Map<string, FormHandle>();
  readonly #listeners = new Set<() => void>();
  readonly #submitting = new Map<string, number>();
  #announce: (id: string) => void = () => undefined;

  register(id: string, handle: FormHandle): () => void {
    this.#handles.set(id, handle);
    this.changed();
    return () => {
      if (this.#handles.get(id) === handle) this.#handles.delete(id);
      this.changed();
    };
  }
  /** Submits a form for another part of the screen: what it raises belongs to what that part does. */
  async submit(id: string): Promise<void> {
    this.#submitting.set(id, (this.#submitting.get(id) ?? 0) + 1);
    this.#announce(id);
    try {
      await this.#handles.get(id)?.submit();
    } finally {
      this.#submitting.set(id, (this.#submitting.get(id) ?? 1) - 1);
    }
  }
  isSubmitting = (id: string): boolean => (this.#submitting.get(id) ?? 0) > 0;
  /** Told when a form is about to be submitted for another part. */
  onSubmitting(announce: (id: string) => void): void {
    this.#announce = announce;
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
