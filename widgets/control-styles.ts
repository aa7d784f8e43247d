import { makeStyles, tokens } from "@fluentui/react-components";

/** What all controls share: 44 px to touch, 16 px to read (no zoom on focus), full width. */
export const useControlStyles = makeStyles({
  control: { width: "100%", minHeight: "44px", fontSize: tokens.fontSizeBase400 },
  stretch: { width: "100%" },
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
  iconButton: { minWidth: "44px", minHeight: "44px" },
  button: { minHeight: "44px" },
  /* A quiet action inside a control, in the colour of links. */
  link: {
    minHeight: "44px",
    minWidth: "auto",
    paddingInline: tokens.spacingHorizontalXS,
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
  },
});
