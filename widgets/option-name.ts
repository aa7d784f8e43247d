import type { Option } from "./widget.ts";

/** The name of an option, with the reason why it is disabled ('Assam (Coming Soon)'). */
export function toOptionName(option: Option): string {
  return option.disabled && option.disabledPostfix ? `${option.name} ${option.disabledPostfix}` : option.name;
}
