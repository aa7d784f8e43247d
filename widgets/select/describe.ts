import { listOptions, getOptionName, chooseOption, type DescribeWidget } from "#widgets/accessible-node.ts";

export const describe: DescribeWidget = (field) => [
  {
    ...field.state,
    role: "combobox",
    name: field.label,
    value: getOptionName(field) || field.placeholder || field.text("select.placeholder"),
    choose: (name) => chooseOption(listOptions(field), name, field.commit),
  },
];
