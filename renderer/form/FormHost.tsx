import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { WidgetServices, WidgetText } from "#widgets/widget.ts";
import { DraftStatus } from "./draft/DraftStatus.tsx";
import type { DraftKeeper } from "./draft/draft-keeper.ts";
import { ErrorSummary } from "./parts/ErrorSummary.tsx";
import { FormActions } from "./parts/FormActions.tsx";
import type { FormStore } from "./form-store.ts";
import { Submission, type Sending, type SubmitResult } from "./submission.ts";
import { HostContext, useAnySection, useSectionView, type Host, type LoadedWidget } from "./parts/host-context.ts";
import { useFieldStyles } from "./parts/field-styles.ts";
import { useHostStyles } from "./parts/host-styles.ts";
import type { ReadySection, SectionComponent } from "./parts/section.ts";
import { toGroups, type SectionGroup } from "./parts/section-groups.ts";
import { useChunks } from "./parts/use-chunks.ts";
import { useHeldWhilePressed } from "./parts/use-held-while-pressed.ts";

/** How another part of the screen submits this form: true when it was sent and taken. */
export interface FormHostHandle {
  submit(): Promise<boolean>;
  isComplete(): boolean;
}

export interface FormHostProps {
  store: FormStore;
  sections: ReadonlyMap<string, ReadySection>;
  /** Draws one section. */
  Section: SectionComponent;
  widgets: ReadonlyMap<string, LoadedWidget>;
  services: WidgetServices;
  words: WidgetText;
  /** Label of the sending button; without one somebody else submits. */
  submitLabel?: string;
  cancelLabel?: string;
  sticky?: boolean;
  draft?: DraftKeeper;
  /** What stands beside a field that is given again: how it was. */
  before?(pointer: string): ReactNode;
  /** Sends the data. A failure that is not the form's to show has been shown when this answers `taken: false`. */
  onSubmit(data: Record<string, unknown>): Promise<SubmitResult>;
  onCancel?(): void;
  onReady?(handle: FormHostHandle): (() => void) | void;
}

/** A form on the page: summary of errors, its sections, its buttons, its draft. */
export function FormHost({
  store,
  sections,
  Section,
  widgets,
  services,
  words,
  draft,
  before,
  onSubmit,
  onReady,
  ...props
}: FormHostProps) {
  const styles = useHostStyles();
  const fieldStyles = useFieldStyles();
  const idPrefix = `f${useId().replaceAll(/[^A-Za-z0-9]/g, "")}`;
  const chunks = useChunks(store.model.sections);
  const groups = useMemo(() => toGroups(store.model.sections), [store]);
  // Where no file is asked for, what keeps them is not fetched.
  const keptFiles = takesFiles(widgets) ? services.keptFiles : undefined;
  const { busy, attempts, submit } = useSubmission(store, { draft, keptFiles, words, send: onSubmit }, chunks.all);
  const host = useMemo(
    (): Host => ({ store, widgets, services, words, idPrefix, disabled: false, styles: fieldStyles, before }),
    [store, widgets, services, words, idPrefix, fieldStyles, before],
  );
  const latest = useRef(submit);
  useHeldWhilePressed(store);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(
    () => onReady?.({ submit: () => latest.current(), isComplete: () => store.isComplete() }),
    [onReady, store],
  );

  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void latest.current();
  };
  return (
    <HostContext.Provider value={host}>
      <form
        className={mergeClasses(styles.form, props.sticky && styles.tall)}
        noValidate
        onSubmit={send}
        aria-busy={busy}
      >
        <ErrorSummary attempts={attempts} onLeave={chunks.all} />
        {groups.map((group) => (
          <Group key={group.key} group={group}>
            {group.members.map((section) => (
              <Section
                key={section.id}
                section={section}
                ready={sections.get(section.id) as ReadySection}
                mounted={chunks.isMounted(section)}
              />
            ))}
          </Group>
        ))}
        {draft ? <DraftStatus draft={draft} words={words} /> : null}
        <FormActions
          busy={busy}
          submitLabel={props.submitLabel}
          cancelLabel={props.cancelLabel}
          sticky={props.sticky}
          onCancel={props.onCancel}
        />
      </form>
    </HostContext.Provider>
  );
}

const takesFiles = (widgets: FormHostProps["widgets"]): boolean =>
  [...widgets.values()].some(({ contract }) => contract.takesFiles);

/** The submission of a form and what is seen of it. `refused`: something is to be mended. */
function useSubmission(
  store: FormStore,
  sending: Pick<Sending, "draft" | "keptFiles" | "words" | "send">,
  mountAll: () => void,
) {
  const [busy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const submission = useRef<Submission>(undefined);
  const refused = () => {
    mountAll();
    setAttempts((count) => count + 1);
  };
  const submit = () => {
    submission.current ??= new Submission(store);
    return submission.current.submit({ ...sending, refused, busy: setBusy });
  };
  return { busy, attempts, submit };
}

/** A heading and its sections as a group that assistive technology names; without a heading, just the sections. */
function Group({ group: { lead, members }, children }: { group: SectionGroup; children: ReactNode }) {
  const styles = useHostStyles();
  const { title } = useSectionView(lead.id);
  const visible = useAnySection(members);
  if (title === "") return <>{children}</>;
  return (
    <fieldset className={mergeClasses(styles.group, !visible && styles.gone)}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
