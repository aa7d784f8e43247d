import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { text: "text", "style?": { enum: ["title", "section", "body", "hint", "strong"] }, "announce?": "boolean" },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A heading or a sentence.",
  props: {
    text: ["The words; nothing is drawn where they are empty.", "Your verifications"],
    style: "How it reads: title is the heading of the page, section one below it; body without it.",
    announce: "A screen reader is told when it changes.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: "24px",
    lineHeight: "32px",
    fontWeight: tokens.fontWeightSemibold,
    textWrap: "balance",
    "@media (min-width: 600px)": { fontSize: "28px", lineHeight: "36px" },
  },
  section: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  body: { margin: 0, fontSize: "16px", lineHeight: "24px", maxWidth: "70ch" },
  strong: { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: tokens.fontWeightSemibold },
  hint: { margin: 0, lineHeight: tokens.lineHeightBase300, color: tokens.colorNeutralForeground2, maxWidth: "70ch" },
});

/** A sentence or a heading. `announce` tells it to a screen reader when it changes. */
export function Text({ text, style = "body", announce }: BlockProps<typeof contract>) {
  const className = useStyles()[style];
  if (style === "title") return <h1 className={className}>{text}</h1>;
  if (style === "section") return <h2 className={className}>{text}</h2>;
  return text || announce ? (
    <p className={className} role={announce ? "status" : undefined}>
      {text}
    </p>
  ) : null;
}
