import { formatNumber } from "#engine/core/rules/number-text.ts";
import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";
import { readTypedNumber, toTypedNumber } from "#widgets/number-typing.ts";

export const describe: DescribeWidget = ({ label, state, value, props, locale, commit }) => [
  {
    ...state,
    role: "textbox",
    name: label,
    value: formatNumber(value, locale) || toText(value),
    ...(typeof props["unit"] === "string" && { hint: [props["unit"], state.hint].filter(Boolean).join(" ") }),
    fill: (text) => commit(readTypedNumber(toTypedNumber(text, locale), locale)),
  },
];
