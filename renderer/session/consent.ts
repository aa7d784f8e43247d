import { atom } from "jotai";
import { localJson } from "./storage.ts";
import { store } from "./slices.ts";

/** The answer to the analytics question; `open` before there is one. */
export type Consent = "open" | "given" | "refused";

const key = "consent";
const base = atom<Consent>(readStored());

/** Stored until sign-out. In memory it outlives the sign-out, so that the sign-out itself can be counted. */
export const consentAtom = atom(
  (get) => get(base),
  (_get, set, consent: Consent) => {
    set(base, consent);
    localJson.write(key, consent);
  },
);

function readStored(): Consent {
  const stored = localJson.read<unknown>(key);
  return stored === "given" || stored === "refused" ? stored : "open";
}

/** Returns whether analytics is allowed: always, or after consent if the organisation asks for it. */
export const isAnalyticsAllowed = ({ consent = false }: { consent?: boolean }): boolean =>
  !consent || store.get(base) === "given";
