/*
 * Runs in the page before its own scripts. Records a person's actions by accessible name, before they take effect.
 * Actions of the page's own code (a scripted press, a set value) do not count.
 */
import { pageTexts } from "#server/sandbox/texts.ts";
import { findDateDeed, isOfCalendar } from "./dates.ts";
import { hearFiles } from "./files.ts";
import { hasButton, look, nameOf, roleOf, toTarget } from "./named.ts";
import type { Deed } from "./note.ts";
import { tell, tellLook } from "./tell.ts";
import { hearTravels } from "./travels.ts";

/** Roles that record a press. Radios and checkboxes record a change. */
const pressed: readonly string[] = ["button", "link", "tab", "menuitem", "menuitemradio", "switch"];
/** Roles that record a fill. */
const filled: readonly string[] = ["textbox", "combobox"];
const payPath = /^\/sandbox\/pay\//;
/** Hosts of the workbench's frames. */
const framed = /^c\d+\.sanad\.localhost$/;

if (isWallets()) {
  hearTravels();
  if (payPath.test(location.pathname)) hearPayments();
  else hearPage();
}

/** A page of the wallet, alone or in the workbench. Neither the workbench itself nor a frame of the wallet. */
function isWallets(): boolean {
  if (window.top === window) return !location.pathname.startsWith("/workbench/");
  return window.parent === window.top && framed.test(location.hostname);
}

function hearPage(): void {
  // Listeners are on the window, because a form may stop propagation.
  const hear = (type: string, listen: (event: Event) => void) =>
    window.addEventListener(type, (event) => listen(event), { capture: true });
  hear("click", (event) => event.isTrusted && hearPress(event));
  hear("input", (event) => event.isTrusted && hearTyping(event.target));
  hear("change", (event) => hearChange(event.target));
  hear("keydown", (event) => event.isTrusted && hearKey(event as KeyboardEvent));
  hearFiles();
  for (const offline of [true, false])
    window.addEventListener(offline ? "offline" : "online", () => tell({ kind: "offline", offline }));
  let wanted: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = () => {
    clearTimeout(wanted);
    wanted = setTimeout(tellLook, 100);
  };
  new MutationObserver(lookAgain).observe(document, { childList: true, subtree: true, characterData: true });
  for (const type of ["click", "change", "input"]) hear(type, lookAgain);
}

/** Records the choice on the sandbox provider's page. */
function hearPayments(): void {
  document.addEventListener("click", (event) => {
    const words = (event.target as Element).closest("button")?.textContent?.trim();
    const outcome = (["success", "failure", "cancel", "pending"] as const).find((one) => pageTexts.pay[one] === words);
    if (event.isTrusted && outcome) tell({ kind: "pay", outcome });
  });
}

/** The nearest element of an event with one of the roles. */
const findAround = (event: Event, roles: readonly string[]): Element | undefined =>
  event.composedPath().find((one): one is Element => one instanceof Element && roles.includes(roleOf(one) ?? ""));

function hearPress(event: Event): void {
  const option = findAround(event, ["option"]);
  if (option) return pick(option);
  if (isOfCalendar(event.target as Element)) return findDateDeed(event.target as Element, tell);
  const element = findAround(event, pressed);
  if (!element || element.matches(":disabled, [aria-disabled=true]")) return;
  const role = roleOf(element) ?? "button";
  const target = toTarget(element, [role]);
  const isPlain = role === "button" || (role === "link" && !hasButton(target.name));
  tell({ kind: "press", ...target, ...(!isPlain && { role }) });
}

/** Records an option of an open search list. */
function pick(option: Element): void {
  const list = option.closest("[role=listbox]");
  const field = list && document.querySelector(`[role=combobox][aria-controls="${CSS.escape(list.id)}"]`);
  if (!field || option.getAttribute("aria-disabled") === "true") return;
  tell({ kind: "choose", ...toTarget(field, ["combobox"]), option: nameOf(option) });
}

/** Enter chooses the active option. */
function hearKey({ key, target }: KeyboardEvent): void {
  if (key !== "Enter" || !(target instanceof HTMLElement)) return;
  const active = target.getAttribute("aria-activedescendant");
  const option = active === null ? null : document.getElementById(active);
  if (option && target.getAttribute("aria-expanded") === "true") pick(option);
}

function hearTyping(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (!filled.includes(roleOf(field) ?? "")) return;
  tell({ kind: "fill", ...toTarget(field, filled), value: field.value, autofill: field.autocomplete });
}

/** Records native lists, radios and checkboxes. */
function hearChange(field: EventTarget | null): void {
  if (field instanceof HTMLSelectElement) {
    const option = field.selectedOptions[0]?.label.trim() ?? "";
    return tell({ kind: "choose", ...toTarget(field, ["combobox"]), option });
  }
  if (!(field instanceof HTMLInputElement) || !["radio", "checkbox"].includes(field.type)) return;
  const target = toTarget(field, [field.type]);
  const deed: Deed = field.checked ? { kind: "tick", ...target } : { kind: "press", ...target, role: field.type };
  tell(deed, look());
}
