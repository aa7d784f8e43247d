import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { call } from "#renderer/data/client.ts";
import { require as provide } from "#renderer/form/ajv-runtime.ts";
import { toDraftKey, toServerDraftKey } from "#renderer/form/draft/draft-location.ts";
import { toFormKey, toPrepareSetup } from "#renderer/form/form-input.ts";
import { loadModel, prepareStore } from "#renderer/form/prepare-store.ts";
import { toUploadError } from "#renderer/form/services/upload-failure.ts";
import { uploadInOneRequest } from "#renderer/form/services/single-request-upload.ts";
import { toWidgetServices } from "#renderer/form/services/widget-services.ts";
import { Submission, sendForm } from "#renderer/form/submission.ts";
import type { PendingFiles, WidgetServices } from "#widgets/widget.ts";
import { CachedAnswers } from "./cached-answers.ts";
import type { HeadlessFormRequest, OpenedForm, FormDescriber } from "./form-types.ts";
import { toButtonNode, type AccessibleNode } from "./descriptions/nodes.ts";
import { describeFields } from "./descriptions/fields.ts";
import { describeSteps, isLastStep } from "./descriptions/steps.ts";
import { describeRecord } from "./descriptions/record.ts";

/** The forms of a screen. Each is prepared once. */
export class HeadlessForms implements FormDescriber {
  readonly #opened = new Map<string, { key: string; form?: OpenedForm }>();
  readonly #changed: () => void;
  readonly #cached: CachedAnswers;
  readonly #describedIds = new Set<string>();

  /** `changed` is called when a form has loaded or changed. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#cached = new CachedAnswers(changed);
  }

  /** Returns whether a form is still loading. */
  get isPending(): boolean {
    return this.#cached.isPending || [...this.#opened.values()].some(({ form }) => form === undefined);
  }

  /** Describes a whole screen and closes forms that it no longer contains, as unmounting does. */
  describeAll(describe: () => AccessibleNode[]): AccessibleNode[] {
    this.#describedIds.clear();
    const nodes = describe();
    for (const [id, { form }] of this.#opened)
      if (!this.#describedIds.has(id)) {
        form?.close();
        this.#opened.delete(id);
      }
    return nodes;
  }

  describe(request: HeadlessFormRequest): AccessibleNode[] {
    this.#describedIds.add(request.id);
    if (request.readOnly)
      return describeRecord(request.formId, request.initial, { scope: request.scope, cached: this.#cached });
    const draftKey = toDraftKey(request.formId, request.draft);
    const key = toFormKey(request, draftKey);
    const known = this.#opened.get(request.id);
    if (known?.key !== key) {
      known?.form?.close();
      this.#open(request, key, draftKey);
      return [];
    }
    const { form } = known;
    if (!form) return [];
    form.update(request);
    if (form.steps && request.location.read() !== form.steps.state().id) form.steps.follow();
    return [
      ...describeFields(form, { scope: request.scope, cached: this.#cached }),
      ...(request.cancelLabel ? [toButtonNode(request.cancelLabel, () => request.raise("cancel"))] : []),
      ...describeSteps(form),
      ...(request.submitLabel && isLastStep(form)
        ? [toButtonNode(request.submitLabel, async () => void (await form.submit()))]
        : []),
    ];
  }

  close(): void {
    for (const { form } of this.#opened.values()) form?.close();
    this.#opened.clear();
  }

  #open(request: HeadlessFormRequest, key: string, draftKey: string): void {
    const entry: { key: string; form?: OpenedForm } = { key };
    this.#opened.set(request.id, entry);
    void open(request, draftKey, this.#changed).then((form) => {
      if (this.#opened.get(request.id) !== entry) return form.close();
      entry.form = form;
      this.#changed();
    });
  }
}

/** Chosen files need not outlive a reload here. */
const noPendingFiles: PendingFiles = {
  get: async () => undefined,
  put: async () => undefined,
  remove: async () => undefined,
  clear: async () => undefined,
};

async function open(request: HeadlessFormRequest, draftKey: string, changed: () => void): Promise<OpenedForm> {
  const { config } = request.scope;
  const model = await loadModel(config, request.formId);
  const prepared = await prepareStore(model, { ...toPrepareSetup(request, draftKey), loadModule: loadValidator });
  const { store, draft, startFills, toSteps } = prepared;
  let captchaId: string | undefined;
  let current = request;
  const verificationName = () => (current.draft && toServerDraftKey(current.draft).verificationName) || undefined;
  const widgetServices = toWidgetServices({
    call,
    config: () => current.scope.config,
    scope: () => current.scope.scope,
    verificationName,
    onCaptcha: (id) => (captchaId = id),
    pendingFiles: noPendingFiles,
  });
  // Resumable uploads need a browser; here a file is uploaded in one piece.
  const services: WidgetServices = {
    ...widgetServices,
    upload: (file, { category, ...request }) =>
      uploadInOneRequest(file, { ...request, category, verificationName: verificationName() }).then(
        // Uses the upload that the document check stored, as a resumable upload does.
        (sent) => ({ ...sent, uploadId: sent.report?.uploadId ?? sent.uploadId }),
        (error: unknown) => {
          throw toUploadError(error);
        },
      ),
  };
  const steps = toSteps?.({
    text: config.uiText,
    location: {
      read: () => current.location.read(),
      go: (...to) => current.location.go(...to),
      back: () => current.location.back(),
    },
  });
  const submission = new Submission(store);
  const submit = () =>
    submission.submit({
      draft,
      pendingFiles: noPendingFiles,
      text: config.uiText,
      send: (data) => sendForm(store, data, captchaId, (roots, handle) => current.raise("submit", roots, handle)),
      onRefused: () => {
        steps?.showRefused();
        changed();
      },
      onBusy: changed,
    });
  const stops = [
    startFills?.(store, (id, args, signal) => call(id as AppOperationId, args, { signal })),
    draft?.connect(
      () => store.draft(),
      (values) => store.setExternalValues(values),
    ),
    store.onChange((pointer) => {
      draft?.markChanged(pointer);
      request.scope.forms.changed();
      changed();
    }),
    request.scope.forms.register(request.id, { submit, isComplete: () => store.isComplete() }),
  ];
  return {
    ...prepared,
    services,
    text: config.uiText,
    locale: config.manifest.locale,
    steps,
    next: () => {
      if (!steps?.next()) changed();
    },
    submit,
    update: (next) => {
      current = next;
      store.setScope(next.scope.scope);
    },
    close: () => {
      for (const stop of stops) stop?.();
    },
  };
}

const modules = new Map<string, unknown>();

/** Evaluates the module of a validator, because Node cannot import it by URL. */
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
