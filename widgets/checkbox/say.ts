import { type SayWidget } from "#widgets/said.ts";

export const say: SayWidget = ({ label, state, value, take }) => [
  { ...state, role: "checkbox", name: label, checked: value === true, press: () => take(value !== true) },
];
