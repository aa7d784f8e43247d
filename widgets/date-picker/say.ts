import { toText, type SayWidget } from "#widgets/said.ts";

/** Its box is read-only in a browser, where the calendar behind the button fills it. */
export const say: SayWidget = ({ label, state, value, text, take }) => [
  { ...state, role: "textbox", name: label, value: toText(value), choose: (date) => take(date || undefined) },
  { role: "button", name: text("date.choose"), hint: label, ...(state.disabled && { disabled: true }) },
];
