import { createStore } from "jotai";

/** The one store of the client's state. */
export const store = createStore();
