import { makeStyles, tokens } from "@fluentui/react-components";

/** Styles of field frames. Called once per form, not once per field. */
export const useFieldStyles = makeStyles({
  field: {
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalXS,
    minWidth: 0,
    ":empty": { display: "none" },
  },
  label: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  hint: {
    margin: 0,
    maxWidth: "70ch",
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: "pre-line",
  },
  error: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorPaletteRedForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
  hidden: {
    position: "absolute",
    width: "1px",
    height: "1px",
    margin: "-1px",
    padding: 0,
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
    border: 0,
  },
  // Drawn by CSS, so that it stays out of the field's accessible name.
  mark: {
    marginInlineStart: tokens.spacingHorizontalXXS,
    color: tokens.colorPaletteRedForeground1,
    "::after": { content: '"*"' },
  },
});

export type FieldStyles = ReturnType<typeof useFieldStyles>;
