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
  // They go below the picture together where it is narrow.
  buttons: { display: "flex", flexWrap: "wrap", gap: tokens.spacingHorizontalS },
  waiting: { width: "200px", height: "72px" },
  failed: { color: tokens.colorStatusDangerForeground1 },
  said: { display: "flex", alignItems: "center", gap: tokens.spacingHorizontalS, minHeight: "44px" },
  good: { color: tokens.colorStatusSuccessForeground1 },
});
