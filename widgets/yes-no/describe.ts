import type { AccessibleNode, DescribeWidget } from "#widgets/accessible-node.ts";
import { toAnswer, toAnswers, toFlag } from "./answers.ts";

export const describe: DescribeWidget = ({ state, label, props, text, value, commit }) => [
  {
    ...state,
    role: "radiogroup",
    name: label,
    children: toAnswers(props, text).map((answer): AccessibleNode => ({
      role: "radio",
      name: answer.name,
      checked: answer.value === toAnswer(value),
      ...(state.disabled ? { disabled: true } : { press: () => commit(toFlag(answer.value)) }),
    })),
  },
];
