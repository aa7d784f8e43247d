import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { body: "blocks" } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Two parts side by side: the last block stays in view while the others scroll. In a narrow window it is below.",
  props: {
    body: ["The blocks, in order. Give the last one no rule.", [{ id: "hello", block: "text", text: "Hello" }]],
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  split: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "20px",
    alignItems: "start",
    "@media (min-width: 960px)": { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)" },
  },
  part: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  held: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    minWidth: 0,
    "@media (min-width: 960px)": {
      position: "sticky",
      insetBlockStart: "73px",
      maxHeight: "calc(100dvh - 89px)",
      overflowY: "auto",
      borderRadius: "8px",
      ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    },
  },
});

/** Two parts side by side: what is read at the start, what it is compared with at the end. */
export function Split({ body, render }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const blocks = body as BlockDefinition[];
  return (
    <div className={styles.split}>
      <div className={styles.part}>{render(blocks.slice(0, -1))}</div>
      <div className={styles.held}>{render(blocks.slice(-1))}</div>
    </div>
  );
}
