import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useEffect, useRef, type ReactNode } from "react";
import type { PageModel } from "#engine/core/form/form-model.ts";
import { useHost } from "../parts/host-context.ts";
import { Parts, type PartsProps } from "../parts/Parts.tsx";
import { useHostStyles } from "../parts/host-styles.ts";
import type { StepState } from "./form-steps.ts";

const useStyles = makeStyles({
  head: { display: "flex", flexDirection: "column", rowGap: tokens.spacingVerticalS },
  bar: { display: "flex", columnGap: "4px" },
  mark: { flexGrow: 1, height: "4px", borderRadius: "2px", backgroundColor: tokens.colorNeutralStroke2 },
  done: { backgroundColor: tokens.colorBrandBackground },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
    scrollMarginTop: "80px",
    outlineStyle: "none",
  },
  notice: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorStatusWarningForeground3,
  },
});

interface StepFrameProps {
  step: StepState;
  parts: Omit<PartsProps, "drawn">;
  /** The error summary of the step. */
  summary: ReactNode;
  renderReview(): ReactNode;
}

/** The open step of a form: its number and heading, then the fields of its page or the review of all answers. */
export function StepFrame({ step, parts, summary, renderReview }: StepFrameProps) {
  const styles = useStyles();
  const hostStyles = useHostStyles();
  const { store, text, idPrefix } = useHost();
  const frame = useStepFocus(step.id);
  const { n, total, title, notice } = step;
  const noticeId = `${idPrefix}-step-notice`;
  // A page with a running upload stays mounted while another one is open.
  const isMounted = (page: PageModel) => page === step.page || store.isBusy(page.sections);
  return (
    <div ref={frame} className={hostStyles.group}>
      <div className={styles.head}>
        {total > 1 && (
          <div className={styles.bar} aria-hidden="true">
            {Array.from({ length: total }, (_, index) => (
              <span key={index} className={mergeClasses(styles.mark, index < n && styles.done)} />
            ))}
          </div>
        )}
        <h2 tabIndex={-1} className={styles.heading} aria-describedby={notice ? noticeId : undefined}>
          {total > 1 ? text("form.step", { n, total, title }) : title}
        </h2>
        {notice && (
          <p id={noticeId} role="alert" className={styles.notice}>
            {notice}
          </p>
        )}
      </div>
      {summary}
      {store.model.pages.filter(isMounted).map((page) => (
        <div key={page.id} className={mergeClasses(hostStyles.group, page !== step.page && hostStyles.hidden)}>
          <Parts drawn={page.sections} {...parts} />
        </div>
      ))}
      {!step.page && renderReview()}
    </div>
  );
}

/** Focuses the heading of each further step, or its errors, so that a screen reader announces it. */
function useStepFocus(step: string) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    const heading = frame.current?.querySelector("h2");
    const errors = frame.current?.querySelector<HTMLElement>(":scope > [role=alert]");
    heading?.scrollIntoView({ block: "nearest" });
    (errors ?? heading)?.focus({ preventScroll: !errors });
  }, [step]);
  return frame;
}
