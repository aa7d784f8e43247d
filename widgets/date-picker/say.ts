import { toText, type SayWidget } from "#widgets/said.ts";

/** Its box is read-only in a browser, where the calendar fills it. */
export const say: SayWidget = ({ label, value, take }) => [
  { role: "textbox", name: label, value: toText(value), choose: (date) => take(date || undefined) },
];
