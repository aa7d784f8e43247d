import { computeAccessibleName, getRole, isInaccessible } from "dom-accessibility-api";
import type { PageView, Target } from "./message.ts";

/** Landmarks that can narrow a search by name. */
const landmarks: ReadonlySet<string> = new Set(["region", "radiogroup", "group", "navigation", "dialog", "form"]);

/** The ARIA role of an element, or null. */
export const roleOf = (element: Element): string | null => getRole(element);

/** The accessible name in one line. */
export const nameOf = (element: Element): string =>
  computeAccessibleName(element, { computedStyleSupportsPseudoElements: true }).replace(/\s+/g, " ").trim();

const isThere = (element: Element): boolean => element.checkVisibility() && !isInaccessible(element);

/** The scope of a search: the open dialog, else the page. */
export function getScope(): ParentNode & Node {
  const open = [...document.querySelectorAll("dialog[open], [role=dialog]")].filter(isThere);
  return open.at(-1) ?? document.documentElement;
}

/** Names an element as a replay finds it: the first visible one with that role and name. */
export function toTarget(element: Element, roles: readonly string[]): Target {
  const name = nameOf(element);
  const scope = element.closest("dialog[open]") ?? getScope();
  const same = listSame(scope, roles, name);
  if (same[0] === element || same.length < 2) return { name };
  for (let ancestor = element.parentElement; ancestor && ancestor !== scope; ancestor = ancestor.parentElement) {
    const role = getRole(ancestor);
    if (role === null || !landmarks.has(role)) continue;
    const within = { role, name: nameOf(ancestor) };
    const first = listSame(scope, [role], within.name)[0];
    if (within.name !== "" && first === ancestor && same.find((one) => ancestor!.contains(one)) === element)
      return { name, in: within };
  }
  return { name, isHidden: true };
}

/** Whether a button has that name, so that a press would find it first. */
export const hasButton = (name: string): boolean => listSame(getScope(), ["button"], name).length > 0;

/** Visible elements with one of the roles and the name, in page order. */
function listSame(scope: ParentNode, roles: readonly string[], name: string): Element[] {
  return [...scope.querySelectorAll("*")].filter((one) => {
    const role = getRole(one);
    return role !== null && roles.includes(role) && isThere(one) && nameOf(one) === name;
  });
}

/** The page now. */
export function readView(): PageView {
  const screenElement = document.querySelector<HTMLElement>("[data-screen]");
  const screen = screenElement?.dataset["screen"] ?? "";
  const scope = getScope();
  const isDialog = scope !== document.documentElement;
  const top: ParentNode = isDialog ? scope : (screenElement ?? scope);
  const heading = [...top.querySelectorAll("h1, h2, h3, h4, [role=heading]")].find(
    (one) => isThere(one) && nameOf(one) !== "",
  );
  if (heading) return { screen, sign: { role: "heading", name: nameOf(heading) } };
  const name = isDialog ? nameOf(scope as Element) : "";
  return name === "" ? { screen } : { screen, sign: { role: "dialog", name } };
}
