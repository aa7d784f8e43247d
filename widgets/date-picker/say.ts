import { toText, type SayWidget } from "#widgets/said.ts";
import { dateFormat, isWithin, parseDate, toDateText, toRange, toToday } from "./date-range.ts";

/** Its box is read-only in a browser, where the calendar fills it: only a day that the calendar offers can be chosen. */
export const say: SayWidget = ({ label, plainLabel, state, value, take, dates, services, text }) => {
  const date = parseDate(value);
  return [
    {
      ...state,
      role: "textbox",
      name: label,
      value: date ? toDateText(date) : toText(value),
      choose: (chosen) => {
        const picked = parseDate(chosen);
        const range = toRange(dates, toToday(services.now()));
        if (!picked) throw new Error(`'${chosen}' is no date, ${dateFormat}`);
        if (!isWithin(picked, "day", range)) throw new Error(`${chosen} is not offered in ${label}`);
        take(toDateText(picked));
      },
    },
    { role: "button", name: text("date.choose"), hint: plainLabel, ...(state.disabled && { disabled: true }) },
  ];
};
