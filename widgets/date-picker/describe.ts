import { toText, type DescribeWidget } from "#widgets/accessible-node.ts";
import { dateFormat, isWithin, parseDate, toDateText, toRange, toToday } from "#widgets/calendar/date-bounds.ts";

/** The box is read-only in a browser: only days that the calendar offers can be chosen. */
export const describe: DescribeWidget = ({ label, plainLabel, state, value, commit, dates, services, text }) => {
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
        commit(toDateText(picked));
      },
    },
    { role: "button", name: text("date.choose"), hint: plainLabel, ...(state.disabled && { disabled: true }) },
  ];
};
