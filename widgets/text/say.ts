import { toText, type SayWidget } from "#widgets/said.ts";
import { toTypedText } from "./typed-text.ts";

export const say: SayWidget = ({ label, state, value, props, take }) => [
  {
    ...state,
    role: "textbox",
    name: label,
    value: toText(value),
    fill: (text) => take(toTypedText(text, props as { digits?: boolean; maxLength?: number }) || undefined),
  },
];
