import { makeStyles, tokens } from "@fluentui/react-components";

// Without Fluent's focus animation: each of its frames costs a large form more than the blur itself.
const still = {
  "::after": { transitionDuration: "0s" },
  ":focus-within::after": { transitionDuration: "0s" },
} as const;

/** Shared by all controls: 44 px touch targets, 16 px text (prevents zoom on focus), full width. */
export const useControlStyles = makeStyles({
  control: { width: "100%", minHeight: "44px", fontSize: tokens.fontSizeBase400, ...still },
  stretch: { width: "100%", ...still },
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
  /* A subtle action inside a control, in the colour of links. */
  link: {
    minHeight: "44px",
    minWidth: "auto",
    paddingInline: tokens.spacingHorizontalXS,
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
  },
});
