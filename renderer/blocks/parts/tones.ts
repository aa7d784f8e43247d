import { tokens } from "@fluentui/react-components";

/** Tones of catalogues/states and banners. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

/** Text and background colours of each tone; they repeat what the text means. */
export const toneColours: Record<Tone, { color: string; backgroundColor: string }> = {
  neutral: { color: tokens.colorNeutralForeground2, backgroundColor: tokens.colorNeutralBackground4 },
  info: { color: tokens.colorBrandForeground2, backgroundColor: tokens.colorBrandBackground2 },
  success: { color: tokens.colorStatusSuccessForeground1, backgroundColor: tokens.colorStatusSuccessBackground1 },
  warning: { color: tokens.colorStatusWarningForeground3, backgroundColor: tokens.colorStatusWarningBackground1 },
  danger: { color: tokens.colorStatusDangerForeground1, backgroundColor: tokens.colorStatusDangerBackground1 },
};

export const toneNames = ["neutral", "info", "success", "warning", "danger"] as const;

export const toTone = (value: unknown): Tone =>
  typeof value === "string" && Object.hasOwn(toneColours, value) ? (value as Tone) : "neutral";
