import { toOptionName } from "#widgets/option-name.ts";
import { listOf, type Said, type SayWidget } from "#widgets/said.ts";

export const say: SayWidget = (field) => [
  {
    ...field.state,
    role: "radiogroup",
    name: field.label,
    children: listOf(field).map((option): Said => ({
      role: "radio",
      name: toOptionName(option),
      checked: option.value === field.value,
      ...(option.description && { hint: option.description }),
      ...(option.disabled ? { disabled: true } : { press: () => field.take(option.value) }),
    })),
  },
];
