import { toOptionName } from "#widgets/option-name.ts";
import { listOptions, type AccessibleNode, type DescribeWidget } from "#widgets/accessible-node.ts";
import { toSelected, toggle } from "./selection.ts";

export const describe: DescribeWidget = (field) => [
  {
    ...field.state,
    role: "group",
    name: field.label,
    children: listOptions(field).map((option): AccessibleNode => ({
      role: "checkbox",
      name: toOptionName(option),
      checked: toSelected(field.value).includes(option.value),
      ...(option.description && { hint: option.description }),
      ...(option.disabled
        ? { disabled: true }
        : { press: () => field.commit(toggle(listOptions(field), field.value, option.value)) }),
    })),
  },
];
