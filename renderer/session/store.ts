import { createStore } from "jotai";

/** The client's state. */
export const store = createStore();
