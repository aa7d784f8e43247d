import { toText, type SayWidget } from "#widgets/said.ts";
import { dateFormat, isWithin, parseDate, toRange, toToday } from "./date-range.ts";

/** Its box is read-only in a browser, where the calendar fills it: only a day that the calendar offers can be chosen. */
export const say: SayWidget = ({ label, plainLabel, state, value, take, dates, services, text }) => [
  {
    ...state,
    role: "textbox",
    name: label,
    value: parseDate(value)?.toFormat(dateFormat) ?? toText(value),
    choose: (chosen) => {
      const date = parseDate(chosen);
      const range = toRange(dates, toToday(services.now()));
      if (!date) throw new Error(`'${chosen}' is no date, ${dateFormat}`);
      if (!isWithin(date, "day", range)) throw new Error(`${chosen} is not offered in ${label}`);
      take(date.toFormat(dateFormat));
    },
  },
  { role: "button", name: text("date.choose"), hint: plainLabel, ...(state.disabled && { disabled: true }) },
];
