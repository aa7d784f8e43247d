import { atom, useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { store } from "#renderer/session/slices.ts";
import { localJson } from "#renderer/session/storage.ts";

const offKey = "shortcuts-off";
const offBase = atom(localJson.read<boolean>(offKey) === true);

/** Shortcuts of single keys are turned off in this browser (WCAG 2.1.4). */
export const shortcutsOffAtom = atom(
  (get) => get(offBase),
  (_get, set, isOff: boolean) => {
    set(offBase, isOff);
    localJson.write(offKey, isOff);
  },
);

/** Returns whether the key goes to a control that takes text or has its own keys, or a dialog is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Calls the action of a single key, unless shortcuts are off or a control takes the key. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const isOff = useAtomValue(shortcutsOffAtom, { store });
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
