import { toDigits } from "#widgets/digits.ts";
import { toText, type SayWidget } from "#widgets/said.ts";

export const say: SayWidget = ({ label, state, value, take }) => [
  { ...state, role: "textbox", name: label, value: toText(value), fill: (text) => take(toDigits(text) || undefined) },
];
