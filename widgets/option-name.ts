import type { Option } from "./widget.ts";

/** How an option reads: its name, and why it cannot be chosen ('Assam (Coming Soon)'). */
export function toOptionName(option: Option): string {
  return option.disabled && option.disabledPostfix ? `${option.name} ${option.disabledPostfix}` : option.name;
}
