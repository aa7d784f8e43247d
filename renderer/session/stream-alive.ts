import { atom } from "jotai";
import { store } from "./store.ts";

/** Whether the server's events reach this page, through its own connection or another tab's. Nothing polls then. */
export const streamAliveAtom = atom(false);

export const setStreamAlive = (isAlive: boolean): void => {
  if (store.get(streamAliveAtom) !== isAlive) store.set(streamAliveAtom, isAlive);
};
