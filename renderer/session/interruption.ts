import { atom } from "jotai";
import { signedInAtom } from "./auth.ts";
import { store } from "./store.ts";

/** A screen that asks the user something before a refused call is repeated. */
export interface Interruption {
  /** The screen's id. */
  readonly screen: string;
  /** Its navigation state. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** The open question; one at a time. */
export const interruptionAtom = atom<Interruption | undefined>(undefined);

let settleOpen: ((isAnswered: boolean | undefined) => void) | undefined;

/**
 * Opens the question and waits; → whether to repeat the call, or undefined when a sign-in or a sign-out made the call
 * pointless.
 */
export async function interrupt(interruption: Interruption): Promise<boolean | undefined> {
  settleOpen?.(false);
  store.set(interruptionAtom, interruption);
  const stop = store.sub(signedInAtom, () => settleOpen?.(undefined));
  try {
    return await new Promise<boolean | undefined>((resolve) => (settleOpen = resolve));
  } finally {
    stop();
    // A question that replaced this one stays open.
    if (store.get(interruptionAtom) === interruption) {
      settleOpen = undefined;
      store.set(interruptionAtom, undefined);
    }
  }
}

/** Closes the open question, if any. */
export const resumeInterrupted = (isAnswered: boolean): void => settleOpen?.(isAnswered);
