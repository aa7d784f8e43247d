import { toTarget } from "./accessible-names.ts";
import type { UserAction } from "./message.ts";

/** The read-only field of a date: the nearest around its calendar or beside its button. */
function findBox(element: Element, maxSteps: number): HTMLInputElement | undefined {
  let ancestor = element.parentElement;
  for (let steps = 0; ancestor && steps < maxSteps; steps += 1, ancestor = ancestor.parentElement) {
    const field = ancestor.querySelector<HTMLInputElement>("input[readonly]");
    if (field) return field;
  }
  return undefined;
}

const findCalendar = (element: Element): Element | undefined => {
  const popup = element.closest("[popover]");
  return popup?.querySelector("[role=grid]") ? popup : undefined;
};

/** A part of a calendar, or the button that opens it. Only the chosen day is an action. */
export function isInCalendar(element: Element): boolean {
  if (findCalendar(element)) return true;
  const button = element.closest("button[aria-haspopup=dialog]");
  return button !== null && findBox(button, 2) !== undefined;
}

/** Reports a day when the field shows another one. */
export function watchDate(element: Element, report: (userAction: UserAction) => void): void {
  const calendar = findCalendar(element);
  const field = calendar && findBox(calendar, 4);
  if (!field) return;
  const before = field.value;
  // The page updates the field after the press.
  setTimeout(() => {
    const [day, month, year] = field.value.split("-");
    if (field.value === before && calendar.isConnected) return;
    if (year === undefined) report({ kind: "unsupported", what: "a date was cleared" });
    else report({ kind: "date", ...toTarget(field, ["textbox"]), on: `${year}-${month}-${day}` });
  });
}
