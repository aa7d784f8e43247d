import { makeStyles, tokens } from "@fluentui/react-components";

/** Full screen, dark, an outline to aim at, one shutter. */
export const useCameraStyles = makeStyles({
  dialog: {
    boxSizing: "border-box",
    width: "100vw",
    height: "100dvh",
    maxWidth: "none",
    maxHeight: "none",
    margin: 0,
    padding: 0,
    border: 0,
    backgroundColor: "#111111",
    color: "#ffffff",
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase400,
  },
  screen: { display: "flex", flexDirection: "column", height: "100%" },
  top: { display: "flex", alignItems: "center", justifyContent: "space-between", padding: tokens.spacingHorizontalS, paddingInlineStart: tokens.spacingHorizontalL },
  stage: { position: "relative", flexGrow: 1, minHeight: 0, display: "flex", alignItems: "center", justifyContent: "center" },
  picture: { position: "absolute", inset: 0, width: "100%", height: "100%", objectFit: "contain" },
  mirrored: { transform: "scaleX(-1)" },
  outline: { position: "absolute", inset: "10% 8%", border: "2px dashed rgba(255,255,255,0.7)", borderRadius: tokens.borderRadiusXLarge, pointerEvents: "none" },
  message: { maxWidth: "40ch", padding: tokens.spacingHorizontalXXL, textAlign: "center", lineHeight: tokens.lineHeightBase500 },
  error: { padding: tokens.spacingHorizontalM, textAlign: "center", backgroundColor: "#4a1d1f" },
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "center",
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    paddingBottom: "max(16px, env(safe-area-inset-bottom))",
  },
  button: { minHeight: "48px", minWidth: "104px" },
  plain: { minHeight: "48px", color: "#ffffff", ":hover": { color: "#ffffff", backgroundColor: "rgba(255,255,255,0.16)" } },
});
