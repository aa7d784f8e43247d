import { dateFormat, isWithin, parseDate, toDateText, toRange, toToday } from "#widgets/calendar/date-bounds.ts";
import type { AccessibleNode, DescribeWidget } from "#widgets/accessible-node.ts";
import { changeRange, readRange } from "./range-value.ts";

/** A group with a box for each end, and a tick box for what is still ongoing. */
export const describe: DescribeWidget = ({ label, plainLabel, state, value, props, dates, services, text, commit }) => {
  const range = readRange(value);
  const { disabled } = state;
  const describeEnd = (end: "from" | "to"): AccessibleNode[] => {
    const name = `${plainLabel}: ${text(end === "from" ? "range.from" : "range.to")}`;
    const bounds = end === "to" && range.from ? { ...dates, min: range.from } : dates;
    const box: AccessibleNode = {
      ...state,
      role: "textbox",
      name,
      value: range[end] ?? "",
      choose: (chosen) => {
        const picked = parseDate(chosen);
        if (!picked) throw new Error(`'${chosen}' is no date, ${dateFormat}`);
        if (!isWithin(picked, "day", toRange(bounds, toToday(services.now()))))
          throw new Error(`${chosen} is not offered in ${name}`);
        return commit(changeRange(value, { [end]: toDateText(picked) }));
      },
    };
    return [box, { role: "button", name: text("date.choose"), hint: name, ...(disabled && { disabled }) }];
  };
  const ongoing: AccessibleNode = {
    role: "checkbox",
    name: text("range.ongoing"),
    checked: range.ongoing === true,
    ...(disabled ? { disabled } : { press: () => commit(changeRange(value, { ongoing: range.ongoing !== true })) }),
  };
  return [
    {
      role: "group",
      name: label,
      children: [
        ...describeEnd("from"),
        ...(range.ongoing ? [] : describeEnd("to")),
        ...(props["ongoing"] === true ? [ongoing] : []),
      ],
    },
  ];
};
