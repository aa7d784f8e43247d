import { type SayWidget } from "#widgets/said.ts";

export const say: SayWidget = ({ label, value, take }) => [
  { role: "checkbox", name: label, checked: value === true, press: () => take(value !== true) },
];
