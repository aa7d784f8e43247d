import { toText, type SayWidget } from "#widgets/said.ts";

/** Its box is read-only in a browser, where the calendar fills it. */
export const say: SayWidget = ({ label, state, value, take }) => [
  { ...state, role: "textbox", name: label, value: toText(value), choose: (date) => take(date || undefined) },
];
