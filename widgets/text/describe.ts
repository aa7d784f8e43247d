import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";
import { toTypedText } from "./typed-text.ts";

export const describe: DescribeWidget = ({ label, state, value, props, commit }) => [
  {
    ...state,
    role: "textbox",
    name: label,
    value: toText(value),
    fill: (text) => commit(toTypedText(text, props as { digits?: boolean; maxLength?: number }) || undefined),
  },
];
