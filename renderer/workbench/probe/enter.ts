import type { Scene } from "./wire.ts";

/** Where the scene that was entered last is noted. */
const enteredKey = "workbench";

/** The scene that this frame was opened for; undefined outside the workbench. */
export function readScene(): Scene | undefined {
  if (window.parent === window) return undefined;
  try {
    return JSON.parse(window.name) as Scene;
  } catch {
    return undefined; // some other page's frame
  }
}

/** Puts what the scene says where the app keeps it, once: a reload goes on with what has come of it. */
export function enterScene({ id, local, session, state, theme }: Scene): void {
  if (sessionStorage.getItem(enteredKey) !== id) {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
    sessionStorage.setItem(enteredKey, id);
    if (state) history.replaceState({ usr: state, key: "workbench", idx: 0 }, "");
  }
  if (theme === "dark") new MutationObserver(darken).observe(document.head, { childList: true });
  if (theme === "dark") document.addEventListener("DOMContentLoaded", darken);
}

/** What the page has for the dark holds at once, whatever this machine prefers. */
function darken(): void {
  for (const sheet of document.styleSheets) {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      continue; // still on its way: the next change comes here again
    }
    for (const rule of rules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme: dark"))
        rule.media.mediaText = "all";
  }
}
