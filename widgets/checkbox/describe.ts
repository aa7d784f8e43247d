import { type DescribeWidget } from "#widgets/accessible-node.ts";

export const describe: DescribeWidget = ({ label, state, value, commit }) => [
  { ...state, role: "checkbox", name: label, checked: value === true, press: () => commit(value !== true) },
];
