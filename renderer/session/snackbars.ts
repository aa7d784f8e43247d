import { atom } from "jotai";
import { store } from "./slices.ts";

export type SnackbarTone = "info" | "success" | "warning" | "error";
export interface Snackbar {
  id: number;
  text: string;
  tone: SnackbarTone;
}

/** More than two at a time would hide the page on a phone; the oldest goes. */
const most = 2;
let nextId = 1;
export const snackbarsAtom = atom<Snackbar[]>([]);

/** Says something in passing; the first letter is a capital, the same words never stand twice. */
export function say(text: string, tone: SnackbarTone = "info"): void {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  const shown = store.get(snackbarsAtom);
  if (!words || shown.some((snackbar) => snackbar.text === words)) return;
  store.set(snackbarsAtom, [...shown, { id: nextId++, text: words, tone }].slice(-most));
}

export function dismiss(id: number): void {
  store.set(
    snackbarsAtom,
    store.get(snackbarsAtom).filter((snackbar) => snackbar.id !== id),
  );
}

/** What was said to one person is not for the next. */
export const dismissAll = (): void => store.set(snackbarsAtom, []);
