import { makeStyles, tokens } from "@fluentui/react-components";
import { toPageRecords, toRecord } from "#engine/core/form/record.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { withStep } from "#renderer/runtime/step-address.ts";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import type { FormStore } from "../form-store.ts";
import { RecordSections } from "../parts/RecordSections.tsx";
import { findSummaryPointer } from "../widget-contracts.ts";
import type { FormSteps } from "./form-steps.ts";

const useStyles = makeStyles({
  page: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media (min-width: 600px)": { padding: "20px" },
  },
  head: { display: "flex", alignItems: "center", justifyContent: "space-between", columnGap: "16px" },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  change: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
});

interface ReviewProps {
  store: FormStore;
  steps: FormSteps;
  scope: BlockScope;
}

/** The address of a step of the form that is open. */
const toHref = (step: string): string => window.location.pathname + withStep(window.location.search, step);

/** The answers of each page before they are sent, with a link to change them. */
export function Review({ store, steps, scope }: ReviewProps) {
  const styles = useStyles();
  const { config, uiText } = scope;
  const sections = toRecord(store.model, store.draft(), scope.scope, config.translate, findSummaryPointer);
  const records = toPageRecords(sections);
  return store.pages().map((page) => {
    const title = steps.title(page);
    const own = records.find((record) => record.page?.id === page.id)?.sections ?? [];
    return (
      <section key={page.id} className={styles.page} aria-label={title}>
        <div className={styles.head}>
          <h3 className={styles.title}>{title}</h3>
          <TextLink
            inline
            className={styles.change}
            href={toHref(page.id)}
            label={uiText("form.change-page", { title })}
            onClick={onLinkPress(toHref(page.id), () => steps.show(page.id))}
          >
            {uiText("form.change")}
          </TextLink>
        </div>
        {own.length > 0 ? (
          <RecordSections sections={own} level={4} scope={scope} />
        ) : (
          <p className={styles.none}>{uiText("form.no-answers")}</p>
        )}
      </section>
    );
  });
}
