import { makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import { toRecord } from "#engine/core/form/record.ts";
import { useCachedQuery } from "#renderer/data/use-cached-query.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { LoadFailure } from "#renderer/shell/Splash.tsx";
import { Skeleton } from "#renderer/shell/Loading.tsx";
import { findSummaryPointer } from "./widget-contracts.ts";
import { toModelQuery } from "./record-queries.ts";
import { RecordValueView } from "./parts/RecordValueView.tsx";

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
  title: {
    margin: "0 0 4px",
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    margin: "0 0 12px",
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  rows: { margin: 0, display: "flex", flexDirection: "column" },
  row: {
    display: "grid",
    gridTemplateColumns: "1fr",
    gap: "2px 16px",
    paddingBlock: "10px",
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorNeutralStroke3,
    ":last-child": { borderBlockEndStyle: "none", paddingBlockEnd: 0 },
    "@media (min-width: 600px)": { gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)" },
  },
  label: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase400,
    color: tokens.colorNeutralForeground2,
  },
  value: {
    margin: 0,
    fontSize: "16px",
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: "anywhere",
  },
});

/** The heading of a section; that of a row is below the heading of its list. */
function SectionTitle({ level, children }: { level: 2 | 3; children: string }) {
  const { title } = useStyles();
  return level === 2 ? <h2 className={title}>{children}</h2> : <h3 className={title}>{children}</h3>;
}

interface FormRecordProps {
  formId: string;
  data: unknown;
  scope: BlockScope;
}

/** A read-only record of form data: labels and values under the form's own headings. */
export function FormRecord({ formId, data, scope }: FormRecordProps) {
  const styles = useStyles();
  const id = useId();
  const { config } = scope;
  const loaded = useCachedQuery(toModelQuery(formId, scope));
  if (loaded.failed) return <LoadFailure config={config} retry={loaded.retry} />;
  if (!loaded.data) return <Skeleton heights={[32, 32, 32]} gap={16} />;
  const sections = toRecord(loaded.data, data, scope.scope, config.translate, findSummaryPointer);
  if (sections.length === 0) return null;
  return (
    <div className={styles.record}>
      {sections.map((section) => (
        <div key={section.id}>
          {section.list && <h2 className={styles.list}>{section.list}</h2>}
          {section.title && <SectionTitle level={section.level}>{section.title}</SectionTitle>}
          <dl className={styles.rows}>
            {section.rows.map((row, i) => (
              <div key={row.pointer} className={styles.row}>
                <dt id={`${id}${section.id}${i}`} className={styles.label}>
                  {row.label}
                </dt>
                <dd className={styles.value}>
                  <RecordValueView value={row.value} labelId={`${id}${section.id}${i}`} scope={scope} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}
