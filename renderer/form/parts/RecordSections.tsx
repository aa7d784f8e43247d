import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { RecordSection } from "#engine/core/form/record.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { RecordValueView } from "./RecordValueView.tsx";

const useStyles = makeStyles({
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
  // Below the heading of a page.
  innerTitle: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  innerList: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
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

interface RecordSectionsProps {
  sections: readonly RecordSection[];
  /** The level of their headings. */
  level: 2 | 3 | 4;
  scope: BlockScope;
}

function Heading({ level, className, children }: { level: number; className: string; children: string }) {
  const Level = `h${level}` as "h2" | "h3" | "h4" | "h5";
  return <Level className={className}>{children}</Level>;
}

/** Labels and values of a record, under the headings of the form. */
export function RecordSections({ sections, level, scope }: RecordSectionsProps) {
  const styles = useStyles();
  const id = useId();
  const isInner = level > 2;
  return sections.map((section) => (
    <div key={section.id}>
      {section.list && (
        <Heading level={level} className={mergeClasses(styles.list, isInner && styles.innerList)}>
          {section.list}
        </Heading>
      )}
      {section.title && (
        <Heading
          level={section.isRow ? level + 1 : level}
          className={mergeClasses(styles.title, isInner && styles.innerTitle)}
        >
          {section.title}
        </Heading>
      )}
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
  ));
}
