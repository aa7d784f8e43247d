import { computeAccessibleName, getRole, isInaccessible } from "dom-accessibility-api";
import type { Look, Target } from "./note.ts";

/** What may hold a thing, so that its name is enough inside it. */
const landmarks: ReadonlySet<string> = new Set(["region", "radiogroup", "group", "navigation", "dialog", "form"]);

/** The role of an element, as assistive technology has it; null where it has none. */
export const roleOf = (element: Element): string | null => getRole(element);

/** Its accessible name, in one line. */
export const nameOf = (element: Element): string =>
  computeAccessibleName(element, { computedStyleSupportsPseudoElements: true }).replace(/\s+/g, " ").trim();

const isThere = (element: Element): boolean => element.checkVisibility() && !isInaccessible(element);

/** Where names are looked for: the open dialog, else the page. */
export function getScope(): ParentNode & Node {
  const open = [...document.querySelectorAll("dialog[open], [role=dialog]")].filter(isThere);
  return open.at(-1) ?? document.documentElement;
}

/** An element by its name, looked for as a replay does: the first of its role and name that is there. */
export function toTarget(element: Element, roles: readonly string[]): Target {
  const name = nameOf(element);
  const scope = element.closest("dialog[open]") ?? getScope();
  const same = listSame(scope, roles, name);
  if (same[0] === element || same.length < 2) return { name };
  for (let holder = element.parentElement; holder && holder !== scope; holder = holder.parentElement) {
    const role = getRole(holder);
    if (role === null || !landmarks.has(role)) continue;
    const within = { role, name: nameOf(holder) };
    const first = listSame(scope, [role], within.name)[0];
    if (within.name !== "" && first === holder && same.find((one) => holder!.contains(one)) === element)
      return { name, in: within };
  }
  return { name, isHidden: true };
}

/** Whether a button of that name would be pressed in an element's place. */
export const hasButton = (name: string): boolean => listSame(getScope(), ["button"], name).length > 0;

/** Those that can be perceived and have one of the roles and the name, in the order of the page. */
function listSame(scope: ParentNode, roles: readonly string[], name: string): Element[] {
  return [...scope.querySelectorAll("*")].filter((one) => {
    const role = getRole(one);
    return role !== null && roles.includes(role) && isThere(one) && nameOf(one) === name;
  });
}

/** What can be seen now. */
export function look(): Look {
  const place = document.querySelector<HTMLElement>("[data-screen]");
  const screen = place?.dataset["screen"] ?? "";
  const scope = getScope();
  const isDialog = scope !== document.documentElement;
  const top: ParentNode = isDialog ? scope : (place ?? scope);
  const heading = [...top.querySelectorAll("h1, h2, h3, h4, [role=heading]")].find(
    (one) => isThere(one) && nameOf(one) !== "",
  );
  if (heading) return { screen, sign: { role: "heading", name: nameOf(heading) } };
  const name = isDialog ? nameOf(scope as Element) : "";
  return name === "" ? { screen } : { screen, sign: { role: "dialog", name } };
}
