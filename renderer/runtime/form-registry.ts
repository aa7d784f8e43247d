/** What a form block offers to its screen: the `submit` action, and whether it is complete. */
export interface FormHandle {
  submit(): Promise<boolean>;
  isComplete(): boolean;
}

/** The forms on the screen, by block id. */
export class FormRegistry {
  readonly #handles = new Map<string, FormHandle>();
  readonly #listeners = new Set<() => void>();
  readonly #submitting = new Map<string, number>();
  #onSubmitting: (id: string) => void = () => undefined;

  register(id: string, handle: FormHandle): () => void {
    this.#handles.set(id, handle);
    this.changed();
    return () => {
      if (this.#handles.get(id) === handle) this.#handles.delete(id);
      this.changed();
    };
  }
  /** Submits a form from another part of the screen. The form's event then belongs to that part's event. */
  async submit(id: string): Promise<void> {
    this.#submitting.set(id, (this.#submitting.get(id) ?? 0) + 1);
    this.#onSubmitting(id);
    try {
      await this.#handles.get(id)?.submit();
    } finally {
      this.#submitting.set(id, (this.#submitting.get(id) ?? 1) - 1);
    }
  }
  isSubmitting = (id: string): boolean => (this.#submitting.get(id) ?? 0) > 0;
  /** Sets the listener for a form that another part is about to submit. */
  onSubmitting(listener: (id: string) => void): void {
    this.#onSubmitting = listener;
  }
  /** Returns whether the form is complete, or not on the screen. */
  isComplete = (id: string): boolean => this.#handles.get(id)?.isComplete() ?? true;
  /** Notifies the listeners that a form may have become complete or incomplete. */
  changed = (): void => {
    for (const listener of this.#listeners) listener();
  };
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
