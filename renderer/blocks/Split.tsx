import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { body: "blocks" } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "The first block beside the others, which stay in view while it scrolls; in a narrow window one below the other.",
  props: { body: ["The blocks, in order.", [{ id: "hello", block: "text", text: "Hello" }]] },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  split: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "20px",
    alignItems: "start",
    "@media (min-width: 1280px)": { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)" },
  },
  part: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  held: {
    display: "flex",
    flexDirection: "column",
    gap: "16px",
    minWidth: 0,
    "@media (min-width: 1280px)": {
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
  const [first, ...others] = body as BlockDefinition[];
  return (
    <div className={styles.split}>
      <div className={styles.part}>{render(first ? [first] : [])}</div>
      <div className={styles.held}>{render(others)}</div>
    </div>
  );
}
