import type { FieldError } from "#engine/core/form/validate.ts";
import { readAt } from "#engine/core/form/data-tree.ts";
import { isDrawn } from "#engine/core/form/message-field.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { PendingFiles, WidgetText } from "#widgets/widget.ts";
import type { DraftSync } from "./draft/draft-sync.ts";
import { toFormErrors } from "./form-errors.ts";
import type { FormStore } from "./form-store.ts";

export interface SubmitResult {
  readonly accepted: boolean;
  readonly errors: readonly FieldError[];
}

/** Everything that a submission needs from its form. */
export interface SubmissionContext {
  draft: DraftSync | undefined;
  /** Files chosen for the form, when it has file fields. */
  pendingFiles: PendingFiles | undefined;
  text: WidgetText;
  send(data: Record<string, unknown>): Promise<SubmitResult>;
  /** Called when fields need correction. */
  onRefused(): void;
  onBusy(busy: boolean): void;
}

/** Validates, sends once, and shows refused fields. A second press while the first runs joins it. */
export class Submission {
  readonly #store: FormStore;
  #running: Promise<boolean> | undefined;

  constructor(store: FormStore) {
    this.#store = store;
  }

  /** Resolves to true when the form was sent and accepted. */
  submit(context: SubmissionContext): Promise<boolean> {
    this.#running ??= this.#run(context).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run({ draft, pendingFiles, text, send, onRefused, onBusy }: SubmissionContext): Promise<boolean> {
    const { data, errors } = this.#store.submit(text("form.upload-running"));
    const busyFields = errors.filter(({ keyword }) => keyword === "busy");
    if (busyFields.length > 0) this.#store.setServerErrors(busyFields);
    if (errors.length > 0) {
      onRefused();
      return false;
    }
    onBusy(true);
    try {
      await draft?.pause();
      const result = await send(data);
      this.#store.setServerErrors(result.errors);
      if (result.errors.length > 0) onRefused();
      else if (result.accepted) {
        draft?.discard();
        // A file of a field that was hidden before its upload ended must not join the next submission.
        pendingFiles?.clear().catch(() => undefined); // without storage there is nothing to clear
      }
      return result.accepted && result.errors.length === 0;
    } finally {
      draft?.resume();
      onBusy(false);
    }
  }
}

/** A body that the server does not read has no refused field: its largest answer, or list, is the one to shorten. */
function toSizeError(store: FormStore, data: Record<string, unknown>): FieldError[] {
  const { fields, lists } = store.model;
  const places = [
    ...lists.map(({ pointer, steps }) => ({ pointer, steps, label: store.list(pointer).title })),
    ...fields
      .filter(({ pointer, row }) => !row && isDrawn(store.model, pointer))
      .map(({ pointer, steps }) => ({ pointer, steps, label: store.field(pointer).label })),
  ];
  const sizeOf = ({ steps }: { steps: readonly string[] }) => JSON.stringify(readAt(data, steps) ?? null).length;
  const [largest] = places.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (!largest) return [];
  const message = store.setup.view.text("form.too-large", { label: largest.label });
  return [{ pointer: largest.pointer, keyword: "size", message, severity: "error" }];
}

/** Raises the form's event with its data and captcha. Refused fields come back as errors of this form. */
export async function sendForm(
  store: FormStore,
  data: Record<string, unknown>,
  captchaId: string | undefined,
  raise: (roots: Record<string, unknown>, handle: FailureHandler) => Promise<void>,
): Promise<SubmitResult> {
  let result: SubmitResult = { accepted: true, errors: [] };
  await raise({ data, ...(captchaId ? { result: { captchaId } } : {}) }, (error) => {
    const isTooLarge = error instanceof Failure && error.status === 413;
    const errors = isTooLarge
      ? toSizeError(store, data)
      : error instanceof Failure
        ? toFormErrors(store.model, error.fields)
        : [];
    result = { accepted: false, errors };
    return errors.length > 0;
  });
  return result;
}
