import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { ArticlesDefinition } from "#engine/core/definitions/catalogues.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

const useStyles = makeStyles({
  heading: {
    margin: "8px 0 12px",
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  question: { margin: 0, fontSize: "16px", lineHeight: "22px", fontWeight: tokens.fontWeightSemibold },
  next: { marginBlockStart: "20px" },
  text: { margin: "4px 0", fontSize: "16px", lineHeight: "24px" },
  steps: {
    margin: "0 0 16px",
    paddingInlineStart: "24px",
    fontSize: "16px",
    lineHeight: "24px",
    display: "flex",
    flexDirection: "column",
    gap: "8px",
  },
});

/** Parts of an article: headings, paragraphs, numbered steps, questions with answers. */
export function ArticleParts({ parts, scope }: { parts: NonNullable<ArticlesDefinition["parts"]>; scope: BlockScope }) {
  const styles = useStyles();
  return parts.map((part, i) => (
    <div key={i}>
      {part.heading && <h2 className={styles.heading}>{scope.text(part.heading)}</h2>}
      {part.question && (
        <h2 className={mergeClasses(styles.question, i > 0 && styles.next)}>{scope.text(part.question)}</h2>
      )}
      {(part.text ?? part.answer) && <p className={styles.text}>{scope.text(part.text ?? part.answer)}</p>}
      {part.steps && (
        <ol className={styles.steps}>
          {part.steps.map((step, n) => (
            <li key={n}>{scope.text(step)}</li>
          ))}
        </ol>
      )}
    </div>
  ));
}
