import { listOf, nameOf, pick, type SayWidget } from "#widgets/said.ts";

export const say: SayWidget = (field) => [
  {
    ...field.state,
    role: "combobox",
    name: field.label,
    value: nameOf(field) || field.placeholder || field.text("select.placeholder"),
    choose: (name) => pick(listOf(field), name, field.take),
  },
];
