import { dateFormat, isWithin, parseDate, toDateText, toRange, toToday } from "#widgets/calendar/date-bounds.ts";
import type { AccessibleNode, DescribeWidget } from "#widgets/accessible-node.ts";
import { changeRange, readRange } from "./range-value.ts";

/** A group with a box for each end, and a tick box for what is still ongoing. */
export const describe: DescribeWidget = ({ label, plainLabel, state, value, props, dates, services, text, commit }) => {
  const range = readRange(value);
  const { required, disabled, ...rest } = state;
  const describeEnd = (end: "from" | "to"): AccessibleNode => {
    const name = `${plainLabel}: ${text(end === "from" ? "range.from" : "range.to")}`;
    const bounds = end === "to" && range.from ? { ...dates, min: range.from } : dates;
    return {
      role: "textbox",
      name,
      value: range[end] ?? "",
      ...(required && { required }),
      ...(disabled && { disabled }),
      choose: (chosen) => {
        const picked = parseDate(chosen);
        if (!picked) throw new Error(`'${chosen}' is no date, ${dateFormat}`);
        if (!isWithin(picked, "day", toRange(bounds, toToday(services.now()))))
          throw new Error(`${chosen} is not offered in ${name}`);
        return commit(changeRange(value, { [end]: toDateText(picked) }));
      },
    };
  };
  const ongoing: AccessibleNode = {
    role: "checkbox",
    name: text("range.ongoing"),
    checked: range.ongoing === true,
    ...(disabled ? { disabled } : { press: () => commit(changeRange(value, { ongoing: range.ongoing !== true })) }),
  };
  return [
    {
      ...rest,
      role: "group",
      name: label,
      children: [
        describeEnd("from"),
        ...(range.ongoing ? [] : [describeEnd("to")]),
        ...(props["ongoing"] === true ? [ongoing] : []),
      ],
    },
  ];
};
