import { toText, type SayWidget } from "#widgets/said.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { toNamedCountries, type Country } from "./countries.ts";
import { getCountry, parseInternational, readTyped, toE164 } from "./phone-number.ts";

/** A country that was chosen before there is a number: of each form, by field. */
const chosen = new WeakMap<WidgetServices, Map<string, Country>>();

export const say: SayWidget = ({ pointer, label, state, value, props, services, text, locale, take }) => {
  const own = chosen.get(services) ?? new Map<string, Country>();
  const first = getCountry(props["country"] as string | undefined);
  const parsed = parseInternational(toText(value));
  const { country, national } = parsed ?? { country: own.get(pointer) ?? first, national: "" };
  const named = toNamedCountries(locale, first.iso).map((one) => ({
    ...one,
    words: `${one.name} (${one.country.dial})`,
  }));
  return [
    {
      role: "combobox",
      name: text("phone.country-code"),
      value: named.find((one) => one.country.key === country.key)?.words ?? country.iso,
      choose: (words) => {
        const next = named.find((one) => one.words === words);
        if (!next) throw new Error(`there is no country '${words}'`);
        chosen.set(services, own.set(pointer, next.country));
        take(toE164({ country: next.country, national }));
      },
    },
    {
      ...state,
      role: "textbox",
      name: label,
      value: national,
      fill: (typed) => take(toE164(readTyped(typed, country))),
    },
  ];
};
