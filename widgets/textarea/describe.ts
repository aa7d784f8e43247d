import { toPlainLines } from "#engine/core/base/text-input.ts";
import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";
import { toCounter } from "./counter.ts";

export const describe: DescribeWidget = ({ label, state, value, props, text, commit }) => {
  const counter = toCounter(toText(value), props["maxLength"], text);
  return [
    {
      ...state,
      role: "textbox",
      name: label,
      value: toText(value),
      ...(counter && { hint: [counter.words, state.hint].filter(Boolean).join(" ") }),
      fill: (typed) => commit(toPlainLines(typed) || undefined),
    },
  ];
};
