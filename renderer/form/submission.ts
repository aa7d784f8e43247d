import type { FieldError } from "#engine/form/validate.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { KeptFiles, WidgetText } from "#widgets/widget.ts";
import type { DraftKeeper } from "./draft/draft-keeper.ts";
import { toFormErrors } from "./form-errors.ts";
import type { FormStore } from "./form-store.ts";

/** What became of a submission: taken, or not, with the fields that the server refuses. */
export interface SubmitResult {
  readonly taken: boolean;
  readonly errors: readonly FieldError[];
}

/** Who is told of a submission, and what sends it. */
export interface Sending {
  draft: DraftKeeper | undefined;
  /** Files that were chosen for it, where it asks for any. */
  keptFiles: KeptFiles | undefined;
  words: WidgetText;
  send(data: Record<string, unknown>): Promise<SubmitResult>;
  /** Something is to be mended. */
  refused(): void;
  busy(busy: boolean): void;
}

/** Judges, sends once, and shows what was refused. A second press while the first is on its way joins it. */
export class Submission {
  readonly #store: FormStore;
  #running: Promise<boolean> | undefined;

  constructor(store: FormStore) {
    this.#store = store;
  }

  /** True when it was sent and taken. */
  submit(sending: Sending): Promise<boolean> {
    this.#running ??= this.#run(sending).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run({ draft, keptFiles, words, send, refused, busy }: Sending): Promise<boolean> {
    const { data, errors } = this.#store.submit(words("form.upload-running"));
    const busyFields = errors.filter(({ keyword }) => keyword === "busy");
    if (busyFields.length > 0) this.#store.setServerErrors(busyFields);
    if (errors.length > 0) {
      refused();
      return false;
    }
    busy(true);
    try {
      await draft?.hold();
      const result = await send(data);
      this.#store.setServerErrors(result.errors);
      if (result.errors.length > 0) refused();
      else if (result.taken) {
        draft?.discard();
        // A file whose place was hidden before it was stored would else go into the next submission.
        keptFiles?.clear().catch(() => undefined); // no storage: nothing was kept
      }
      return result.taken && result.errors.length === 0;
    } finally {
      draft?.release();
      busy(false);
    }
  }
}

/** Raises a form's event with its data, and the captcha that was drawn last; refused fields come back as errors of this form. */
export async function sendForm(
  store: FormStore,
  data: Record<string, unknown>,
  captchaId: string | undefined,
  raise: (roots: Record<string, unknown>, handle: FailureHandler) => Promise<void>,
): Promise<SubmitResult> {
  let result: SubmitResult = { taken: true, errors: [] };
  await raise({ data, ...(captchaId ? { result: { captchaId } } : {}) }, (error) => {
    const errors = error instanceof Failure ? toFormErrors(store.model, error.fields) : [];
    result = { taken: false, errors };
    return errors.length > 0;
  });
  return result;
}
