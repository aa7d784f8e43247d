import { useAtom } from "jotai";
import { useEffect, useRef } from "react";
import { shortcutsOffAtom } from "#renderer/session/shortcuts-off.ts";

/** Returns whether the key goes to a control that takes text or has its own keys, or a dialog is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null
  );
}

/** Whether shortcuts are turned off, and the function that turns them off or on. */
export function useShortcutsOff(): { isOff: boolean; setOff(isOff: boolean): void } {
  const [isOff, setOff] = useAtom(shortcutsOffAtom);
  return { isOff, setOff };
}

/** Calls the action of a single key, unless shortcuts are off or a control takes the key. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const { isOff } = useShortcutsOff();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (isOff) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOff]);
}
