import { toOptionName } from "#widgets/option-name.ts";
import { listOf, type Said, type SayWidget } from "#widgets/said.ts";
import { toChosen, toggle } from "./chosen.ts";

export const say: SayWidget = (field) => [
  {
    ...field.state,
    role: "group",
    name: field.label,
    children: listOf(field).map((option): Said => ({
      role: "checkbox",
      name: toOptionName(option),
      checked: toChosen(field.value).includes(option.value),
      ...(option.description && { hint: option.description }),
      ...(option.disabled
        ? { disabled: true }
        : { press: () => field.take(toggle(listOf(field), field.value, option.value)) }),
    })),
  },
];
