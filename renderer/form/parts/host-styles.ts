import { makeStyles, tokens } from "@fluentui/react-components";

/** Layout of a form. On a phone the buttons have full width at the bottom, within reach of the thumb. */
export const useHostStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", rowGap: tokens.spacingVerticalXL, minWidth: 0 },
  // Keeps the buttons at the end of the window below a short form.
  tall: { flexGrow: 1 },
  group: {
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 0,
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalXL,
  },
  legend: {
    padding: 0,
    marginBottom: tokens.spacingVerticalL,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  hidden: { display: "none" },
  actions: {
    display: "flex",
    justifyContent: "flex-end",
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalS,
    "@media (max-width: 599px)": { flexDirection: "column-reverse" },
  },
  sticky: {
    "@media (max-width: 599px)": {
      position: "sticky",
      bottom: 0,
      zIndex: 1,
      marginBlockStart: "auto",
      marginBlockEnd: "-24px",
      marginInline: "-16px",
      paddingInline: "16px",
      paddingBlockStart: tokens.spacingVerticalM,
      paddingBlockEnd: `calc(${tokens.spacingVerticalM} + env(safe-area-inset-bottom))`,
      backgroundColor: tokens.colorNeutralBackground1,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  // Two buttons of a step are side by side, so that a phone keeps its height for the fields.
  pair: { "@media (max-width: 599px)": { flexDirection: "row", flexWrap: "wrap" } },
  half: { "@media (max-width: 599px)": { flexGrow: 1, flexBasis: "40%", width: "auto" } },
  button: { minHeight: "44px", fontSize: tokens.fontSizeBase400, "@media (max-width: 599px)": { width: "100%" } },
  status: {
    minHeight: tokens.lineHeightBase200,
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  conflict: { color: tokens.colorPaletteDarkOrangeForeground1 },
});
