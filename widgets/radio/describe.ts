import { toOptionName } from "#widgets/option-name.ts";
import { listOptions, type AccessibleNode, type DescribeWidget } from "#widgets/accessible-node.ts";

export const describe: DescribeWidget = (field) => [
  {
    ...field.state,
    role: "radiogroup",
    name: field.label,
    children: listOptions(field).map((option): AccessibleNode => ({
      role: "radio",
      name: toOptionName(option),
      checked: option.value === field.value,
      ...(option.description && { hint: option.description }),
      ...(option.disabled ? { disabled: true } : { press: () => field.commit(option.value) }),
    })),
  },
];
