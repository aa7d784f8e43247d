import { toDigits } from "#widgets/digits.ts";
import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";

export const describe: DescribeWidget = ({ label, state, value, commit }) => [
  { ...state, role: "textbox", name: label, value: toText(value), fill: (text) => commit(toDigits(text) || undefined) },
];
