import { toText, type SayWidget } from "#widgets/said.ts";
import { getCountry, parseInternational, readTyped, toE164 } from "./phone-number.ts";

export const say: SayWidget = ({ label, value, props, take }) => {
  const first = { country: getCountry(props["country"] as string | undefined), national: "" };
  const { country, national } = parseInternational(toText(value)) ?? first;
  return [{ role: "textbox", name: label, value: national, fill: (text) => take(toE164(readTyped(text, country))) }];
};
