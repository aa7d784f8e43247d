/* Runs in Firefox. Reads the accessibility tree from the document. */
import { computeAccessibleDescription, computeAccessibleName, getRole, isInaccessible } from "dom-accessibility-api";
import { fileRole, roles, type PageNode } from "../observation.ts";

/** Elements whose content only forms their name. */
const whole = "button, [role=button], [role=tab], [role=radio], [role=checkbox], [role=progressbar], option";

(globalThis as { replayThings?: () => PageNode[] }).replayThings = () => {
  const place = document.querySelector("[data-screen]") ?? document.querySelector("main");
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? place;
  if (!top) return [];
  return [top, ...top.querySelectorAll("*")].flatMap((element) => {
    const role = element.matches("input[type=file]") ? fileRole : getRole(element);
    if (role === null || !roles.has(role) || !isThere(element)) return [];
    const node = toThing(role, element);
    // A section without a name is no region.
    return role === "region" && node.name === "" ? [] : [node];
  });
};

function isThere(element: Element): boolean {
  const holder = element.parentElement?.closest(whole);
  return !holder && !element.closest("[inert]") && element.checkVisibility() && !isInaccessible(element);
}

function toThing(role: string, element: Element): PageNode {
  const name = inLine(computeAccessibleName(element, { computedStyleSupportsPseudoElements: true }));
  if (role === fileRole) return { role, name };
  const has = (word: string) => element.getAttribute(`aria-${word}`) === "true";
  return {
    role,
    name,
    value: toValue(role, element),
    checked: (element as HTMLInputElement).checked || has("checked") || has("selected"),
    required: (element as HTMLInputElement).required || has("required"),
    disabled: element.matches(":disabled") || element.closest("[aria-disabled=true]") !== null,
    invalid: has("invalid"),
    description: inLine(computeAccessibleDescription(element) || (element.getAttribute("aria-description") ?? "")),
  };
}

function toValue(role: string, element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) return inLine(element.selectedOptions[0]?.textContent ?? "");
  if (role === "textbox" || role === "combobox")
    return (element as HTMLInputElement).value ?? inLine(element.textContent ?? "");
  if (role === "progressbar") return element.getAttribute("aria-valuenow") ?? undefined;
  return undefined;
}

const inLine = (text: string): string => text.replace(/\s+/g, " ").trim();
