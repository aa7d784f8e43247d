import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { call } from "#renderer/data/client.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { StepLocation } from "#renderer/runtime/step-address.ts";
import type { FormRegistry } from "#renderer/runtime/form-registry.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { toDraftKey } from "./draft/draft-location.ts";
import { FormHost, type FormHostHandle } from "./FormHost.tsx";
import type { FormStore } from "./form-store.ts";
import type { PreparedForm } from "./prepare-form.ts";
import { useServices } from "./services/use-services.ts";
import type { FormInput } from "./form-input.ts";
import { sendForm } from "./submission.ts";
import { useFormSteps } from "./steps/use-form-steps.ts";
import { usePreparedForm } from "./use-prepared-form.ts";

// Loaded on demand, so that sign-in does not download it.
const FormRecord = lazy(async () => ({ default: (await loadCode(() => import("./FormRecord.tsx"))).FormRecord }));
const Review = lazy(async () => ({ default: (await loadCode(() => import("./steps/Review.tsx"))).Review }));
const PreviousValue = lazy(async () => ({
  default: (await loadCode(() => import("./parts/PreviousValue.tsx"))).PreviousValue,
}));

/** A form as a screen uses it. */
interface OpenFormProps extends FormInput {
  /** Its id on the screen; buttons and the `submit` action find the form by it. */
  id: string;
  submitLabel?: string;
  cancelLabel?: string;
  sticky?: boolean;
  /** The address of the open step of a form with pages. */
  location: StepLocation;
  /** Shows the data as a record that cannot be changed. */
  readOnly?: boolean;
  /** Sends `roots.data`. `handle` returns true for a failure whose field errors the form can show. */
  onSubmit(roots: Record<string, unknown>, handle: FailureHandler): Promise<void>;
  onCancel(): void;
}

/** Entry point of the form host: loads a form by id, draws it, keeps its draft and runs its lookups. */
export function OpenForm(props: OpenFormProps) {
  if (props.readOnly)
    return (
      <Suspense fallback={<Skeleton heights={[32, 32, 32]} gap={16} />}>
        <FormRecord formId={props.formId} data={props.initial} scope={props.scope} />
      </Suspense>
    );
  return <EditableForm {...props} />;
}

function EditableForm(props: OpenFormProps) {
  const draftKey = toDraftKey(props.formId, props.draft);
  const { prepared, failed, retry } = usePreparedForm(props, draftKey);
  if (failed) return <LoadFailure config={props.scope.config} retry={retry} />;
  if (!prepared) return <Skeleton heights={[48, 48, 48]} gap={24} />;
  return <MountedForm key={`${props.formId} ${draftKey}`} {...props} prepared={prepared} draftKey={draftKey} />;
}

function MountedForm({ prepared, draftKey, ...props }: OpenFormProps & { prepared: PreparedForm; draftKey: string }) {
  const { store, sections, Section, List, Frame, widgets, draft, startFills } = prepared;
  const { scope } = props;
  const steps = useFormSteps(prepared, props.location, scope.uiText);
  useEffect(() => {
    store.setScope(scope.scope);
  }, [store, scope.scope]);
  useEffect(
    () => startFills?.(store, (id, args, signal) => call(id as AppOperationId, args, { signal })),
    [store, startFills],
  );
  useEffect(
    () =>
      draft?.connect(
        () => store.draft(),
        (values) => store.setExternalValues(values),
      ),
    [draft, store],
  );
  // A commit without a new value is no change.
  useEffect(() => store.onChange((pointer, committed) => committed || draft?.markChanged(pointer)), [store, draft]);
  const { refresh } = scope;
  // A refused draft means that the form was closed meanwhile: fetch the transaction to show its state.
  useEffect(() => draft?.subscribe(() => draft.state() === "refused" && void refresh("transaction")), [draft, refresh]);

  const { onSubmit, onCaptcha } = useSubmit(store, props.onSubmit);
  const services = useServices(props, draftKey, onCaptcha);
  const renderPrevious = useCallback(
    (pointer: string) =>
      store.setup.replacing && (
        <Suspense fallback={null}>
          <PreviousValue pointer={pointer} store={store} replacing={store.setup.replacing} scope={scope} />
        </Suspense>
      ),
    [store, scope],
  );
  const stepped = useMemo(() => {
    if (!steps || !Frame) return undefined;
    const renderReview = () => (
      <Suspense fallback={<Skeleton heights={[96, 96]} gap={16} />}>
        <Review store={store} steps={steps} scope={scope} />
      </Suspense>
    );
    return { steps, Frame, renderReview };
  }, [store, steps, Frame, scope]);
  const onReady = useRegistration(store, props.id, scope.forms);
  return (
    <FormHost
      store={store}
      sections={sections}
      Section={Section}
      List={List}
      widgets={widgets}
      services={services}
      text={scope.uiText}
      draft={draft}
      stepped={stepped}
      renderPrevious={renderPrevious}
      submitLabel={props.submitLabel}
      cancelLabel={props.cancelLabel}
      sticky={props.sticky}
      onSubmit={onSubmit}
      onCancel={props.onCancel}
      onReady={onReady}
    />
  );
}

/** Sends the data with the id of the latest captcha. Fields that the server refuses become errors of this form. */
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

/** Registers the form with its screen. Announces changes at once on commit, otherwise 100 ms after the last key. */
function useRegistration(store: FormStore, id: string, forms: FormRegistry) {
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
