import { makeStyles, tokens } from "@fluentui/react-components";

export const useCaptchaStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalS,
  },
  picture: {
    boxSizing: "border-box",
    width: "200px",
    height: "72px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    objectFit: "contain",
    backgroundColor: "#ffffff",
  },
  // In a narrow window the buttons wrap below the picture together.
  buttons: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS },
  waiting: { width: "200px", height: "72px" },
  failed: { color: tokens.colorStatusDangerForeground1 },
  status: { display: "flex", alignItems: "center", gap: tokens.spacingHorizontalS, minHeight: "44px" },
  good: { color: tokens.colorStatusSuccessForeground1 },
});
