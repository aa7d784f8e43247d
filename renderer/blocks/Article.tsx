import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";
import { Parts } from "./parts/Parts.tsx";

export const contract = { props: { of: { ref: "catalogue" } } } as const;

/** What an editor says of it. */
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

/** A longer text from a document of kind articles. */
export function Article({ of, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const { edited, parts = [] } = scope.config.get("articles", of);
  return (
    <article className={styles.article}>
      {edited && <p className={styles.edited}>{scope.text(edited)}</p>}
      <Parts parts={parts} scope={scope} />
    </article>
  );
}
