import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";
import { ArticleParts } from "./parts/ArticleParts.tsx";

export const contract = { props: { of: { ref: "catalogue" } } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A longer text from a catalogue: terms, privacy.",
  props: {
    of: "The id of the catalogue of kind articles.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  article: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "70ch" },
  edited: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** A longer text from a definition of kind articles. */
export function Article({ of, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const { edited, parts = [] } = scope.config.get("articles", of);
  return (
    <article className={styles.article}>
      {edited && <p className={styles.edited}>{scope.text(edited)}</p>}
      <ArticleParts parts={parts} scope={scope} />
    </article>
  );
}
