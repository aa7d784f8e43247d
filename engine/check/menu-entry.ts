import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An entry of the menu that leads nowhere, or to two places; or one whose id another one has. */
export const menuEntry: Check = (set) => {
  const { source, document } = findOnly(set, "menu") ?? {};
  if (!source || !document) return [];
  return document.items.flatMap(({ id, screen, action }, index) => {
    const at = `/items/${index}`;
    if (document.items.findIndex((item) => item.id === id) !== index)
      return [issueAt(source, `${at}/id`, "menu-entry", `The menu has an entry "${id}" already`)];
    if ((screen === undefined) !== (action === undefined)) return [];
    const message = `An entry has a screen or an action; "${id}" has ${screen === undefined ? "neither" : "both"}`;
    return [issueAt(source, at, "menu-entry", message)];
  });
};
