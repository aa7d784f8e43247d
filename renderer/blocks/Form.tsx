import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OperationId } from "#engine/api/operations.ts";
import type { OptionsDocument } from "#engine/documents/screen.ts";
import { call } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import type { PreparedForm } from "#renderer/form/prepare-form.ts";
import { prepareForm } from "#renderer/form/prepare-form.ts";
import { FormHost, type FormHostHandle, type SubmitResult } from "#renderer/form/FormHost.tsx";
import { runFills } from "#renderer/form/fill.ts";
import { toFormErrors } from "#renderer/form/form-store.ts";
import { toWidgetServices } from "#renderer/form/services.ts";
import { onSessionEnd } from "#renderer/session/session.ts";
import { authAtom, openIdsAtom, signedInAtom, store as slices } from "#renderer/session/slices.ts";
import { localJson } from "#renderer/session/storage.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Bones } from "#renderer/shell/Waiting.tsx";
import { clearKeptFiles, openKeptFiles } from "#renderer/form/kept-files.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { form: { ref: "form", orValue: true }, "submit?": "text", "draft?": { object: { verificationName: "value", "subType?": "value" } }, "initial?": "value", "only?": "value", "readOnly?": "rule", "cancel?": "text", "sticky?": "boolean" }, events: ["submit", "cancel"] } as const;

type FormBlock = BlockProps<typeof contract>;

// Chosen files outlive a reload, never a session.
onSessionEnd(() => void clearKeptFiles().catch(() => undefined)); // a browser without storage kept nothing

/** A form document, filled in, with draft, error summary and its submit button. Event submit brings `data`, and `result.captchaId` where a captcha was drawn. Without `submit` another button submits it (action submit). */
export function Form(block: FormBlock) {
  const { form: formId, scope } = block;
  const draftKey = toDraftKey(block);
  const { prepared, failed, retry } = usePrepared(block, draftKey);
  if (failed) return <LoadFailure config={scope.config} retry={retry} />;
  if (!prepared) return <Bones heights={[48, 48, 48]} gap={24} />;
  return <Running key={`${formId} ${draftKey}`} block={block} prepared={prepared} draftKey={draftKey} />;
}

function Running({ block, prepared, draftKey }: { block: FormBlock; prepared: PreparedForm; draftKey: string }) {
  const { store, sections, Section, widgets, draft } = prepared;
  const { scope, document, raise } = block;
  const latest = useRef(block);
  useEffect(() => { latest.current = block; });
  useEffect(() => { store.setScope(scope.scope); }, [store, scope.scope]);
  useEffect(() => runFills(store, (id, args, signal) => call(id as OperationId, args, { signal })), [store]);
  useEffect(() => draft?.connect(() => store.draft(), (values) => store.adopt(values)), [draft, store]);
  useEffect(() => store.onChange((pointer) => draft?.change(pointer)), [store, draft]);

  const captcha = useRef<string>(undefined);
  const forms = scope.forms;
  const onReady = useCallback((handle: FormHostHandle) => {
    const unregister = forms.register(document.id, handle);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.onChange((_, committed) => {
      clearTimeout(timer);
      timer = setTimeout(forms.changed, committed ? 0 : 100);
    });
    return () => {
      clearTimeout(timer);
      stop();
      unregister();
    };
  }, [forms, document.id, store]);

  const onSubmit = useCallback(async (data: Record<string, unknown>): Promise<SubmitResult> => {
    let result: SubmitResult = { taken: true, errors: [] };
    await latest.current.raise("submit", { data, ...(captcha.current ? { result: { captchaId: captcha.current } } : {}) }, (error) => {
      const errors = error instanceof Failure ? toFormErrors(store.model, error.fields) : [];
      result = { taken: false, errors };
      return errors.length > 0;
    });
    return result;
  }, [store]);

  const services = useServices(block, draftKey, (captchaId) => { captcha.current = captchaId; });
  return (
    <FormHost
      store={store} sections={sections} Section={Section} widgets={widgets} services={services} words={scope.words} draft={draft}
      submitLabel={block.submit} cancelLabel={block.cancel} sticky={block.sticky} readOnly={block.readOnly}
      onSubmit={onSubmit} onCancel={() => void raise("cancel")} onReady={onReady}
    />
  );
}

/** Fetches what the form needs; again for another form or submission, or on demand after a failure. */
function usePrepared(block: FormBlock, draftKey: string): { prepared: PreparedForm | undefined; failed: boolean; retry(): void } {
  const [state, setState] = useState<{ key: string; prepared?: PreparedForm; failed?: boolean }>({ key: "" });
  const [round, setRound] = useState(0);
  const latest = useRef(block);
  useEffect(() => { latest.current = block; });
  const key = `${block.form} ${draftKey} ${block.readOnly === true} ${JSON.stringify(toPlaces(block.only))} ${block.readOnly ? JSON.stringify(block.initial) : ""}`;
  useEffect(() => {
    let gone = false;
    const { form: formId, scope, initial, only, readOnly, draft } = latest.current;
    const places = toPlaces(only);
    prepareForm({
      formId, config: scope.config, scope: scope.scope, initial: initial ?? {}, readOnly: readOnly === true, ...(places ? { only: places } : {}), call,
      ...(slices.get(signedInAtom) ? { draft: { key: draftKey, storage: localJson, isAlive: () => slices.get(signedInAtom), ...(draft ? { of: toDraftPlace(draft) } : {}) } } : {}),
    }).then(
      (prepared) => { if (!gone) setState({ key, prepared }); },
      (error: unknown) => {
        console.error(error);
        if (!gone) setState({ key, failed: true });
      },
    );
    return () => { gone = true; };
  }, [key, draftKey, round]);
  const current = state.key === key ? state : undefined;
  return { prepared: current?.prepared, failed: current?.failed === true, retry: () => { setState({ key: "" }); setRound((n) => n + 1); } };
}

/** Pointers of what is asked for; the wire lists them with labels. */
function toPlaces(only: unknown): string[] | undefined {
  if (!Array.isArray(only)) return undefined;
  return only.flatMap((place: unknown) => (typeof place === "string" ? [place] : typeof (place as { at?: unknown } | null)?.at === "string" ? [(place as { at: string }).at] : []));
}

const toText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function toDraftPlace(draft: NonNullable<FormBlock["draft"]>): { verificationName: string; subType?: string } {
  const subType = toText(draft.subType);
  return { verificationName: toText(draft.verificationName) ?? "", ...(subType === undefined ? {} : { subType }) };
}

/** Names the browser's copy: by transaction, verification and submission, or by form where there is no transaction. */
function toDraftKey({ form: formId, draft }: FormBlock): string {
  if (!draft) return `draft:form:${formId}`;
  const { verificationName, subType } = toDraftPlace(draft);
  return `draft:${slices.get(openIdsAtom).txnId ?? ""}:${verificationName}:${subType ?? "new"}`;
}

/** One object for the life of the form; it reads the block as it is when a widget asks. */
function useServices(block: FormBlock, draftKey: string, onCaptcha: (captchaId: string) => void): WidgetServices {
  const [latest] = useState(() => ({ block, onCaptcha }));
  useEffect(() => { Object.assign(latest, { block, onCaptcha }); });
  return useMemo(() => toWidgetServices({
    call,
    headers: (): Record<string, string> => {
      const { accessToken } = slices.get(authAtom);
      return accessToken ? { Authorization: `Bearer ${accessToken}` } : {};
    },
    findOptions: (id) => latest.block.scope.config.find<OptionsDocument & { kind: never }>("options", id),
    scope: () => latest.block.scope.scope,
    verificationName: () => toText(latest.block.draft?.verificationName),
    onCaptcha: (captchaId) => latest.onCaptcha(captchaId),
    keptFiles: openKeptFiles(draftKey),
    onFailure: (error) => meetFailure(error, latest.block.scope.config),
  }), [latest, draftKey]);
}
