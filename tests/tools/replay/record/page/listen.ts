/*
 * Runs in the page before its own scripts. Records a person's actions by accessible name, before they take effect.
 * Actions of the page's own code (a scripted press, a set value) do not count.
 */
import { pageTexts } from "#server/sandbox/texts.ts";
import { watchDate, isInCalendar } from "./dates.ts";
import { recordFiles } from "./files.ts";
import { hasButton, readView, nameOf, roleOf, toTarget } from "./accessible-names.ts";
import type { UserAction } from "./message.ts";
import { reportAction, reportView } from "./send-message.ts";
import { recordNavigation } from "./navigation.ts";

/** Roles that record a press. Radios and checkboxes record a change. */
const pressedRoles: readonly string[] = ["button", "link", "tab", "menuitem", "menuitemradio", "switch"];
/** Roles that record a fill. */
const filledRoles: readonly string[] = ["textbox", "combobox"];
const payPath = /^\/sandbox\/pay\//;
/** Hosts of the workbench's frames. */
const frameHost = /^c\d+\.sanad\.localhost$/;

if (isWalletPage()) {
  recordNavigation();
  if (payPath.test(location.pathname)) recordPayment();
  else recordPage();
}

/** A page of the wallet, alone or in the workbench. Neither the workbench itself nor a frame of the wallet. */
function isWalletPage(): boolean {
  if (window.top === window) return !location.pathname.startsWith("/workbench/");
  return window.parent === window.top && frameHost.test(location.hostname);
}

function recordPage(): void {
  // Listeners are on the window, because a form may stop propagation.
  const listenTo = (type: string, listen: (event: Event) => void) =>
    window.addEventListener(type, (event) => listen(event), { capture: true });
  listenTo("click", (event) => event.isTrusted && recordPress(event));
  listenTo("input", (event) => event.isTrusted && recordTyping(event.target));
  listenTo("change", (event) => recordChange(event.target));
  listenTo("keydown", (event) => event.isTrusted && recordKey(event as KeyboardEvent));
  recordFiles();
  for (const offline of [true, false])
    window.addEventListener(offline ? "offline" : "online", () => reportAction({ kind: "offline", offline }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleView = () => {
    clearTimeout(timer);
    timer = setTimeout(reportView, 100);
  };
  new MutationObserver(scheduleView).observe(document, { childList: true, subtree: true, characterData: true });
  for (const type of ["click", "change", "input"]) listenTo(type, scheduleView);
}

/** Records the choice on the sandbox provider's page. */
function recordPayment(): void {
  document.addEventListener("click", (event) => {
    const text = (event.target as Element).closest("button")?.textContent?.trim();
    const outcome = (["success", "failure", "cancel", "pending"] as const).find((one) => pageTexts.pay[one] === text);
    if (event.isTrusted && outcome) reportAction({ kind: "pay", outcome });
  });
}

/** The nearest element of an event with one of the roles. */
const findAround = (event: Event, roles: readonly string[]): Element | undefined =>
  event.composedPath().find((one): one is Element => one instanceof Element && roles.includes(roleOf(one) ?? ""));

function recordPress(event: Event): void {
  const option = findAround(event, ["option"]);
  if (option) return pick(option);
  if (isInCalendar(event.target as Element)) return watchDate(event.target as Element, reportAction);
  const element = findAround(event, pressedRoles);
  if (!element || element.matches(":disabled, [aria-disabled=true]")) return;
  const role = roleOf(element) ?? "button";
  const target = toTarget(element, [role]);
  const isPlain = role === "button" || (role === "link" && !hasButton(target.name));
  reportAction({ kind: "press", ...target, ...(!isPlain && { role }) });
}

/** Records an option of an open search list. */
function pick(option: Element): void {
  const list = option.closest("[role=listbox]");
  const field = list && document.querySelector(`[role=combobox][aria-controls="${CSS.escape(list.id)}"]`);
  if (!field || option.getAttribute("aria-disabled") === "true") return;
  reportAction({ kind: "choose", ...toTarget(field, ["combobox"]), option: nameOf(option) });
}

/** Enter chooses the active option. */
function recordKey({ key, target }: KeyboardEvent): void {
  if (key !== "Enter" || !(target instanceof HTMLElement)) return;
  const active = target.getAttribute("aria-activedescendant");
  const option = active === null ? null : document.getElementById(active);
  if (option && target.getAttribute("aria-expanded") === "true") pick(option);
}

function recordTyping(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (!filledRoles.includes(roleOf(field) ?? "")) return;
  reportAction({ kind: "fill", ...toTarget(field, filledRoles), value: field.value, autofill: field.autocomplete });
}

/** Records native lists, radios and checkboxes. */
function recordChange(field: EventTarget | null): void {
  if (field instanceof HTMLSelectElement) {
    const option = field.selectedOptions[0]?.label.trim() ?? "";
    return reportAction({ kind: "choose", ...toTarget(field, ["combobox"]), option });
  }
  if (!(field instanceof HTMLInputElement) || !["radio", "checkbox"].includes(field.type)) return;
  const target = toTarget(field, [field.type]);
  const userAction: UserAction = field.checked
    ? { kind: "tick", ...target }
    : { kind: "press", ...target, role: field.type };
  reportAction(userAction, readView());
}
