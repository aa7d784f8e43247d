import type { OperationId } from "#engine/api/operations.ts";
import { call } from "#renderer/data/client.ts";
import { require as provide } from "#renderer/form/ajv-runtime.ts";
import { toDraftKey, toDraftPlace } from "#renderer/form/draft/draft-place.ts";
import { toOrderKey, toSetup } from "#renderer/form/form-order.ts";
import { loadModel, prepareStore } from "#renderer/form/prepare-store.ts";
import { toUploadError } from "#renderer/form/services/upload-failure.ts";
import { sendWhole } from "#renderer/form/services/whole-upload.ts";
import { toWidgetServices } from "#renderer/form/services/widget-services.ts";
import { Submission, sendForm } from "#renderer/form/submission.ts";
import type { KeptFiles, WidgetServices } from "#widgets/widget.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { HeadlessOrder, OpenedForm, SaysForms } from "./opened-form.ts";
import { toButton, type Said } from "./said/say.ts";
import { sayFields } from "./said/fields.ts";
import { sayRecord } from "./said/record.ts";

/** The forms that stand on a screen, each prepared once. */
export class HeadlessForms implements SaysForms {
  readonly #opened = new Map<string, { key: string; form?: OpenedForm }>();
  readonly #changed: () => void;
  readonly #kept: KeptAnswers;
  readonly #said = new Set<string>();

  /** `changed` hears when a form has come, or stands otherwise. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#kept = new KeptAnswers(changed);
  }

  /** Forms that are still being fetched. */
  get isPending(): boolean {
    return this.#kept.isPending || [...this.#opened.values()].some(({ form }) => form === undefined);
  }

  /** What a whole screen says. A form that it says no longer is gone, as it is from a drawn one: said again, it is a new one. */
  sayAll(say: () => Said[]): Said[] {
    this.#said.clear();
    const said = say();
    for (const [id, { form }] of this.#opened)
      if (!this.#said.has(id)) {
        form?.close();
        this.#opened.delete(id);
      }
    return said;
  }

  say(order: HeadlessOrder): Said[] {
    this.#said.add(order.id);
    if (order.readOnly) return sayRecord(order.formId, order.initial, { scope: order.scope, kept: this.#kept });
    const draftKey = toDraftKey(order.formId, order.draft);
    const key = toOrderKey(order, draftKey);
    const known = this.#opened.get(order.id);
    if (known?.key !== key) {
      known?.form?.close();
      this.#open(order, key, draftKey);
      return [];
    }
    const { form } = known;
    if (!form) return [];
    form.follow(order);
    return [
      ...sayFields(form, { scope: order.scope, kept: this.#kept }),
      ...(order.cancelLabel ? [toButton(order.cancelLabel, () => order.raise("cancel"))] : []),
      ...(order.submitLabel ? [toButton(order.submitLabel, async () => void (await form.submit()))] : []),
    ];
  }

  close(): void {
    for (const { form } of this.#opened.values()) form?.close();
    this.#opened.clear();
  }

  #open(order: HeadlessOrder, key: string, draftKey: string): void {
    const place: { key: string; form?: OpenedForm } = { key };
    this.#opened.set(order.id, place);
    void open(order, draftKey, this.#changed).then((form) => {
      if (this.#opened.get(order.id) !== place) return form.close();
      place.form = form;
      this.#changed();
    });
  }
}

/** Here is no reload that a chosen file would have to outlive. */
const noKeptFiles: KeptFiles = {
  get: async () => undefined,
  put: async () => undefined,
  remove: async () => undefined,
  clear: async () => undefined,
};

async function open(order: HeadlessOrder, draftKey: string, changed: () => void): Promise<OpenedForm> {
  const { config } = order.scope;
  const model = await loadModel(config, order.formId);
  const prepared = await prepareStore(model, { ...toSetup(order, draftKey), loadModule: loadValidator });
  const { store, draft, runFills } = prepared;
  let captchaId: string | undefined;
  let current = order;
  const verificationName = () => (current.draft && toDraftPlace(current.draft).verificationName) || undefined;
  const asked = toWidgetServices({
    call,
    config: () => current.scope.config,
    scope: () => current.scope.scope,
    verificationName,
    onCaptcha: (id) => (captchaId = id),
    keptFiles: noKeptFiles,
  });
  // Pieces and their resuming are the browser's: here a file goes in one.
  const services: WidgetServices = {
    ...asked,
    upload: (file, { category, ...order }) =>
      sendWhole(file, { ...order, category, verificationName: verificationName() }).then(
        // The wallet keeps what it looked at: that is taken, as it is when it came in pieces.
        (sent) => ({ ...sent, uploadId: sent.report?.uploadId ?? sent.uploadId }),
        (error: unknown) => {
          throw toUploadError(error);
        },
      ),
  };
  const submission = new Submission(store);
  const submit = () =>
    submission.submit({
      draft,
      keptFiles: noKeptFiles,
      words: config.words,
      send: (data) => sendForm(store, data, captchaId, (roots, handle) => current.raise("submit", roots, handle)),
      refused: changed,
      busy: changed,
    });
  const stops = [
    runFills?.(store, (id, args, signal) => call(id as OperationId, args, { signal })),
    draft?.connect(
      () => store.draft(),
      (values) => store.adopt(values),
    ),
    store.onChange((pointer) => {
      draft?.change(pointer);
      order.scope.forms.changed();
      changed();
    }),
    order.scope.forms.register(order.id, { submit, isComplete: () => store.isComplete() }),
  ];
  return {
    ...prepared,
    services,
    text: config.words,
    locale: config.manifest.locale,
    submit,
    follow: (next) => {
      current = next;
      store.setScope(next.scope.scope);
    },
    close: () => {
      for (const stop of stops) stop?.();
    },
  };
}

const modules = new Map<string, unknown>();

/** A validator's module without the page's way to import one: its text, with what it asks for put in. */
async function loadValidator(url: string): Promise<unknown> {
  const known = modules.get(url);
  if (known) return known;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched (${response.status}).`);
  const text = await response.text();
  const code = text.slice(text.indexOf("\n") + 1).replace(/export default exports;\s*$/, "return exports;");
  const module = { default: new Function("require", "exports", code)(provide, {}) as unknown };
  modules.set(url, module);
  return module;
}
