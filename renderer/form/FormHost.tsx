import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { WidgetServices, WidgetText } from "#widgets/widget.ts";
import { DraftStatus } from "./draft/DraftStatus.tsx";
import type { DraftSync } from "./draft/draft-sync.ts";
import { ErrorSummary } from "./parts/ErrorSummary.tsx";
import { FormActions } from "./parts/FormActions.tsx";
import type { FormStore } from "./form-store.ts";
import type { FormSteps } from "./steps/form-steps.ts";
import type { StepFrame } from "./steps/StepFrame.tsx";
import { useStep } from "./steps/use-step.ts";
import { Submission, type SubmissionContext, type SubmitResult } from "./submission.ts";
import { HostContext, type Host, type LoadedWidget } from "./parts/host-context.ts";
import { useFieldStyles } from "./parts/field-styles.ts";
import { useHostStyles } from "./parts/host-styles.ts";
import type { ReadySection, SectionComponent } from "./parts/section.ts";
import type { ListFrame } from "./parts/ListFrame.tsx";
import { Parts } from "./parts/Parts.tsx";
import { useStagedMount } from "./parts/use-staged-mount.ts";
import { useDeferWhilePressed } from "./parts/use-defer-while-pressed.ts";

/** Lets another part of the screen submit this form. `submit` resolves to true when the form was sent and accepted. */
export interface FormHostHandle {
  submit(): Promise<boolean>;
  isComplete(): boolean;
}

export interface FormHostProps {
  store: FormStore;
  sections: ReadonlyMap<string, ReadySection>;
  Section: SectionComponent;
  /** Draws lists; missing in a form without any. */
  List?: typeof ListFrame | undefined;
  widgets: ReadonlyMap<string, LoadedWidget>;
  services: WidgetServices;
  text: WidgetText;
  /** Label of the submit button. Without it, another part of the screen submits the form. */
  submitLabel?: string;
  cancelLabel?: string;
  sticky?: boolean;
  draft?: DraftSync;
  /** The steps of a form with pages, and the component that draws the open one. */
  stepped?: { steps: FormSteps; Frame: typeof StepFrame; renderReview(): ReactNode } | undefined;
  /** The previous value of a field that the candidate must fill in again. */
  renderPrevious?(pointer: string): ReactNode;
  /** Sends the data. With `accepted: false` and no errors, the failure has already been shown elsewhere. */
  onSubmit(data: Record<string, unknown>): Promise<SubmitResult>;
  onCancel?(): void;
  onReady?(handle: FormHostHandle): (() => void) | void;
}

/** A form on the page: error summary, sections, draft status and buttons. */
export function FormHost({
  store,
  sections,
  Section,
  List,
  widgets,
  services,
  text,
  draft,
  stepped,
  renderPrevious,
  onSubmit,
  onReady,
  ...props
}: FormHostProps) {
  const styles = useHostStyles();
  const fieldStyles = useFieldStyles();
  const idPrefix = `f${useId().replaceAll(/[^A-Za-z0-9]/g, "")}`;
  const step = useStep(stepped?.steps);
  const drawn = step?.page?.sections ?? store.model.sections;
  const staged = useStagedMount(drawn);
  // Forms without file fields do not load the file storage.
  const pendingFiles = acceptsFiles(widgets) ? services.pendingFiles : undefined;
  const { busy, attempts, submit, next } = useSubmission(
    store,
    { draft, pendingFiles, text, send: onSubmit },
    staged.mountAll,
    stepped?.steps,
  );
  useHandle(store, submit, onReady);
  const host = useMemo(
    (): Host => ({ store, widgets, services, text, idPrefix, disabled: false, styles: fieldStyles, renderPrevious }),
    [store, widgets, services, text, idPrefix, fieldStyles, renderPrevious],
  );
  useDeferWhilePressed(store);

  const isLast = !step || step.n === step.total;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isLast) void submit();
    else next();
  };
  const summary = (
    <ErrorSummary attempts={attempts} onFollowLink={staged.mountAll} select={stepped?.steps.listErrors} />
  );
  const parts = { sections, Section, List, isMounted: staged.isMounted };
  return (
    <HostContext.Provider value={host}>
      <form
        className={mergeClasses(styles.form, props.sticky && styles.tall)}
        noValidate
        onSubmit={handleSubmit}
        aria-busy={busy}
      >
        {stepped && step ? (
          <stepped.Frame renderReview={stepped.renderReview} step={step} parts={parts} summary={summary} />
        ) : (
          <>
            {summary}
            <Parts drawn={drawn} {...parts} />
          </>
        )}
        {draft ? <DraftStatus draft={draft} text={text} /> : null}
        <FormActions
          busy={busy}
          submitLabel={isLast ? props.submitLabel : text("form.continue")}
          cancelLabel={props.cancelLabel}
          backLabel={step && step.n > 1 ? text("form.previous") : undefined}
          sticky={props.sticky}
          onCancel={props.onCancel}
          onBack={() => stepped?.steps.previous()}
        />
      </form>
    </HostContext.Provider>
  );
}

const acceptsFiles = (widgets: FormHostProps["widgets"]): boolean =>
  [...widgets.values()].some(({ contract }) => contract.acceptsFiles);

/** Submits the form and tracks its progress. Each refused attempt increments `attempts`. */
function useSubmission(
  store: FormStore,
  context: Pick<SubmissionContext, "draft" | "pendingFiles" | "text" | "send">,
  mountAll: () => void,
  steps: FormSteps | undefined,
) {
  const [busy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const submission = useRef<Submission>(undefined);
  const refuse = () => {
    mountAll();
    setAttempts((count) => count + 1);
  };
  const onRefused = () => {
    steps?.showRefused();
    refuse();
  };
  const submit = () => {
    submission.current ??= new Submission(store);
    return submission.current.submit({ ...context, onRefused, onBusy: setBusy });
  };
  const next = () => {
    if (!steps?.next()) refuse();
  };
  return { busy, attempts, submit, next };
}

/** Lets another part of the screen submit the form. */
function useHandle(store: FormStore, submit: () => Promise<boolean>, onReady: FormHostProps["onReady"]): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(
    () => onReady?.({ submit: () => latest.current(), isComplete: () => store.isComplete() }),
    [onReady, store],
  );
}
