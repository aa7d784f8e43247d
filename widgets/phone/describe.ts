import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { toNamedCountries, type Country } from "./countries.ts";
import { getCountry, parseInternational, readTyped, toE164 } from "./phone-number.ts";

/** The country chosen before there is a number, by form and field. */
const chosen = new WeakMap<WidgetServices, Map<string, Country>>();

export const describe: DescribeWidget = ({ pointer, label, state, value, props, services, text, locale, commit }) => {
  const countriesByField = chosen.get(services) ?? new Map<string, Country>();
  const first = getCountry(props["country"] as string | undefined);
  const parsed = parseInternational(toText(value));
  const { country, national } = parsed ?? { country: countriesByField.get(pointer) ?? first, national: "" };
  const named = toNamedCountries(locale, first.iso).map((one) => ({
    ...one,
    label: `${one.name} (${one.country.dial})`,
  }));
  return [
    {
      role: "combobox",
      name: text("phone.country-code"),
      value: named.find((one) => one.country.key === country.key)?.label ?? country.iso,
      choose: (label) => {
        const next = named.find((one) => one.label === label);
        if (!next) throw new Error(`there is no country '${label}'`);
        chosen.set(services, countriesByField.set(pointer, next.country));
        commit(toE164({ country: next.country, national }));
      },
    },
    {
      ...state,
      role: "textbox",
      name: label,
      value: national,
      fill: (typed) => commit(toE164(readTyped(typed, country))),
    },
  ];
};
