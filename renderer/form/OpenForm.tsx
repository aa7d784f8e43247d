import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { OperationId } from "#engine/api/operations.ts";
import { call } from "#renderer/data/client.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Bones } from "#renderer/shell/Waiting.tsx";
import { toDraftKey } from "./draft/draft-place.ts";
import { FormHost, type FormHostHandle } from "./FormHost.tsx";
import type { FormStore } from "./form-store.ts";
import type { PreparedForm } from "./prepare-form.ts";
import { useServices } from "./services/use-services.ts";
import type { FormOrder } from "./form-order.ts";
import { sendForm } from "./submission.ts";
import { usePrepared } from "./use-prepared.ts";

// What is read, not typed, is fetched where it is read: signing in has none of it.
const FormRecord = lazy(async () => ({ default: (await fetchCode(() => import("./FormRecord.tsx"))).FormRecord }));
const GivenBefore = lazy(async () => ({
  default: (await fetchCode(() => import("./parts/GivenBefore.tsx"))).GivenBefore,
}));

/** A form as a screen has it: which one, and what becomes of it. */
interface OpenFormProps extends FormOrder {
  /** Its name on the screen, by which buttons and the submit action find it. */
  id: string;
  submitLabel?: string;
  cancelLabel?: string;
  sticky?: boolean;
  /** Nothing can be changed: what was given is drawn as a record. */
  readOnly?: boolean;
  /** Sends `roots.data`; `handle` takes a failure whose refused fields the form can show. */
  onSubmit(roots: Record<string, unknown>, handle: FailureHandler): Promise<void>;
  onCancel(): void;
}

/** The form host's way in: a form by its id, fetched with what it needs, drawn, its draft kept and its fields filled ahead. */
export function OpenForm(props: OpenFormProps) {
  if (props.readOnly)
    return (
      <Suspense fallback={<Bones heights={[32, 32, 32]} gap={16} />}>
        <FormRecord formId={props.formId} data={props.initial} scope={props.scope} />
      </Suspense>
    );
  return <FilledForm {...props} />;
}

function FilledForm(props: OpenFormProps) {
  const draftKey = toDraftKey(props.formId, props.draft);
  const { prepared, failed, retry } = usePrepared(props, draftKey);
  if (failed) return <LoadFailure config={props.scope.config} retry={retry} />;
  if (!prepared) return <Bones heights={[48, 48, 48]} gap={24} />;
  return <Running key={`${props.formId} ${draftKey}`} {...props} prepared={prepared} draftKey={draftKey} />;
}

function Running({ prepared, draftKey, ...props }: OpenFormProps & { prepared: PreparedForm; draftKey: string }) {
  const { store, sections, Section, widgets, draft, runFills } = prepared;
  const { scope } = props;
  useEffect(() => {
    store.setScope(scope.scope);
  }, [store, scope.scope]);
  useEffect(
    () => runFills?.(store, (id, args, signal) => call(id as OperationId, args, { signal })),
    [store, runFills],
  );
  useEffect(
    () =>
      draft?.connect(
        () => store.draft(),
        (values) => store.adopt(values),
      ),
    [draft, store],
  );
  // Whoever only leaves a field has changed nothing.
  useEffect(() => store.onChange((pointer, committed) => committed || draft?.change(pointer)), [store, draft]);
  const { refresh } = scope;
  // What the page thought might still be typed is closed: it learns how the form stands, and says it.
  useEffect(() => draft?.subscribe(() => draft.state() === "refused" && void refresh("transaction")), [draft, refresh]);

  const { onSubmit, onCaptcha } = useSubmit(store, props.onSubmit);
  const services = useServices(props, draftKey, onCaptcha);
  const before = useCallback(
    (pointer: string) =>
      store.setup.replacing && (
        <Suspense fallback={null}>
          <GivenBefore pointer={pointer} store={store} replacing={store.setup.replacing} scope={scope} />
        </Suspense>
      ),
    [store, scope],
  );
  const onReady = useRegistered(store, props.id, scope.forms);
  return (
    <FormHost
      store={store}
      sections={sections}
      Section={Section}
      widgets={widgets}
      services={services}
      words={scope.words}
      draft={draft}
      before={before}
      submitLabel={props.submitLabel}
      cancelLabel={props.cancelLabel}
      sticky={props.sticky}
      onSubmit={onSubmit}
      onCancel={props.onCancel}
      onReady={onReady}
    />
  );
}

/** Sends the data with the captcha that was drawn last; refused fields come back as errors of this form. */
function useSubmit(store: FormStore, send: OpenFormProps["onSubmit"]) {
  const latest = useRef(send);
  const captcha = useRef<string>(undefined);
  useEffect(() => {
    latest.current = send;
  });
  const onCaptcha = useCallback((captchaId: string) => {
    captcha.current = captchaId;
  }, []);
  const onSubmit = useCallback(
    (data: Record<string, unknown>) => sendForm(store, data, captcha.current, latest.current),
    [store],
  );
  return { onSubmit, onCaptcha };
}

/** Makes the form known to its screen, which hears when its completeness may have changed: at once on a commit, else when typing rests. */
function useRegistered(store: FormStore, id: string, forms: FormRegistry) {
  return useCallback(
    (handle: FormHostHandle) => {
      const unregister = forms.register(id, handle);
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
    },
    [forms, id, store],
  );
}
