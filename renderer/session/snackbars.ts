import { atom } from "jotai";
import { store } from "./slices.ts";

export type SnackbarTone = "info" | "success" | "warning" | "error";
export interface Snackbar {
  id: number;
  text: string;
  tone: SnackbarTone;
}

/** More than two would cover the page on a phone. The oldest goes first. */
const maxShown = 2;
let nextId = 1;
export const snackbarsAtom = atom<Snackbar[]>([]);

/** Shows a message for a short time. Capitalises the first letter and skips a text that is already shown. */
export function showSnackbar(text: string, tone: SnackbarTone = "info"): void {
  const message = text.charAt(0).toUpperCase() + text.slice(1);
  const shown = store.get(snackbarsAtom);
  if (!message || shown.some((snackbar) => snackbar.text === message)) return;
  store.set(snackbarsAtom, [...shown, { id: nextId++, text: message, tone }].slice(-maxShown));
}

export function dismissSnackbar(id: number): void {
  store.set(
    snackbarsAtom,
    store.get(snackbarsAtom).filter((snackbar) => snackbar.id !== id),
  );
}

/** Removes all messages, because the next user must not read them. */
export const dismissAllSnackbars = (): void => store.set(snackbarsAtom, []);
