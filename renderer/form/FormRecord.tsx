import { makeStyles, tokens } from "@fluentui/react-components";
import { toPageRecords, toRecord } from "#engine/core/form/record.ts";
import { useCachedQuery } from "#renderer/data/use-cached-query.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { findSummaryPointer } from "./widget-contracts.ts";
import { toModelQuery } from "./record-queries.ts";
import { RecordSections } from "./parts/RecordSections.tsx";

const useStyles = makeStyles({
  record: {
    display: "flex",
    flexDirection: "column",
    gap: "20px",
    padding: "16px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "@media (min-width: 600px)": { padding: "20px" },
  },
  page: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface FormRecordProps {
  formId: string;
  data: unknown;
  scope: BlockScope;
}

/** A read-only record of form data: labels and values under the form's own headings. */
export function FormRecord({ formId, data, scope }: FormRecordProps) {
  const styles = useStyles();
  const { config } = scope;
  const loaded = useCachedQuery(toModelQuery(formId, scope));
  if (loaded.failed) return <LoadFailure config={config} retry={loaded.retry} />;
  if (!loaded.data) return <Skeleton heights={[32, 32, 32]} gap={16} />;
  const sections = toRecord(loaded.data, data, scope.scope, config.translate, findSummaryPointer);
  if (sections.length === 0) return null;
  return (
    <div className={styles.record}>
      {toPageRecords(sections).map(({ page, sections: own }, index) => [
        page && (
          <h2 key={page.id} className={styles.page}>
            {page.title}
          </h2>
        ),
        <RecordSections key={index} sections={own} level={page ? 3 : 2} scope={scope} />,
      ])}
    </div>
  );
}
