import { toTarget } from "./named.ts";
import type { Deed } from "./note.ts";

/** The read-only field of a date: the nearest around its calendar or beside its button. */
function findBox(element: Element, most: number): HTMLInputElement | undefined {
  let holder = element.parentElement;
  for (let steps = 0; holder && steps < most; steps += 1, holder = holder.parentElement) {
    const box = holder.querySelector<HTMLInputElement>("input[readonly]");
    if (box) return box;
  }
  return undefined;
}

const findCalendar = (element: Element): Element | undefined => {
  const popup = element.closest("[popover]");
  return popup?.querySelector("[role=grid]") ? popup : undefined;
};

/** A part of a calendar, or the button that opens it. Only the chosen day is an action. */
export function isOfCalendar(element: Element): boolean {
  if (findCalendar(element)) return true;
  const button = element.closest("button[aria-haspopup=dialog]");
  return button !== null && findBox(button, 2) !== undefined;
}

/** Reports a day when the field shows another one. */
export function findDateDeed(element: Element, tell: (deed: Deed) => void): void {
  const calendar = findCalendar(element);
  const box = calendar && findBox(calendar, 4);
  if (!box) return;
  const before = box.value;
  // The page updates the field after the press.
  setTimeout(() => {
    const [day, month, year] = box.value.split("-");
    if (box.value === before && calendar.isConnected) return;
    if (year === undefined) tell({ kind: "unsaid", what: "a date was cleared" });
    else tell({ kind: "date", ...toTarget(box, ["textbox"]), on: `${year}-${month}-${day}` });
  });
}
