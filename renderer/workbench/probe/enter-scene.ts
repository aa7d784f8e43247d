import type { Scene } from "./protocol.ts";

/** Session storage key with the id of the scene that was entered last. */
const enteredKey = "workbench";

/** The scene of this frame; undefined outside the workbench. */
export function readScene(): Scene | undefined {
  if (window.parent === window) return undefined;
  try {
    return JSON.parse(window.name) as Scene;
  } catch {
    return undefined; // another page's frame
  }
}

/** Writes the scene into the app's storage, once per scene: a reload keeps the present state. */
export function enterScene({ id, local, session, state, theme }: Scene): void {
  if (sessionStorage.getItem(enteredKey) !== id) {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
    sessionStorage.setItem(enteredKey, id);
    if (state) history.replaceState({ usr: state, key: "workbench", idx: 0 }, "");
  }
  if (theme === "dark") new MutationObserver(applyDarkStyles).observe(document.head, { childList: true });
  if (theme === "dark") document.addEventListener("DOMContentLoaded", applyDarkStyles);
}

/** Applies the page's dark styles regardless of the machine's preference. */
function applyDarkStyles(): void {
  for (const sheet of document.styleSheets) {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      continue; // still loading: the next change calls this again
    }
    for (const rule of rules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme: dark"))
        rule.media.mediaText = "all";
  }
}
