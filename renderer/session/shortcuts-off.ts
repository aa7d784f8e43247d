import { atom } from "jotai";
import { localJson } from "./storage.ts";

const key = "shortcuts-off";
const base = atom(localJson.read<boolean>(key) === true);

/** Shortcuts of single keys are turned off in this browser (WCAG 2.1.4). */
export const shortcutsOffAtom = atom(
  (get) => get(base),
  (_get, set, isOff: boolean) => {
    set(base, isOff);
    localJson.write(key, isOff);
  },
);
