import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { text: "text", "style?": { enum: ["title", "section", "body", "hint", "strong"] }, "announce?": "boolean" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A heading or a sentence.",
  props: {
    text: ["The text; an empty text draws nothing.", "Your verifications"],
    style: "The style: title is the page heading, section a subheading; body by default.",
    announce: "Announces changes to assistive technology.",
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

/** A sentence or a heading. `announce` makes it a live region. */
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
