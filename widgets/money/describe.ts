import { currencySign } from "#engine/core/rules/money.ts";
import type { DescribeWidget } from "#widgets/accessible-node.ts";
import { readTypedNumber, toTypedNumber } from "#widgets/number-typing.ts";
import { toMinorUnits, writeAmount } from "./minor-units.ts";

export const describe: DescribeWidget = ({ label, state, value, props, locale, commit }) => [
  {
    ...state,
    role: "textbox",
    name: label,
    value: writeAmount(value, locale),
    hint: [currencySign(String(props["currency"])), state.hint].filter(Boolean).join(" "),
    fill: (text) => {
      const typed = readTypedNumber(toTypedNumber(text, locale), locale);
      commit(typeof typed === "number" ? toMinorUnits(typed) : typed);
    },
  },
];
