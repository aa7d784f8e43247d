import { makeStyles, tokens } from "@fluentui/react-components";

/** A question in a modal: text, with the answers below. */
export const useDialogStyles = makeStyles({
  question: {
    boxSizing: "border-box",
    maxWidth: "min(440px, calc(100vw - 32px))",
    padding: 0,
    border: 0,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    "::backdrop": { backgroundColor: "rgba(0,0,0,0.5)" },
  },
  box: { padding: tokens.spacingHorizontalXXL },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: "anywhere",
  },
  answers: { display: "flex", flexWrap: "wrap", justifyContent: "flex-end", gap: tokens.spacingHorizontalS },
});
