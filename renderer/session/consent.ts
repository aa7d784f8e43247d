import { atom } from "jotai";
import { localJson } from "./storage.ts";
import { store } from "./slices.ts";

/** What was answered to the question whether visits may be counted; `open` before that. */
export type Consent = "open" | "given" | "refused";

const key = "consent";
const base = atom<Consent>(readKept());

/** Kept for the browser until somebody logs out, and for this page even then: what is counted last is the logging out. */
export const consentAtom = atom(
  (get) => get(base),
  (_get, set, consent: Consent) => {
    set(base, consent);
    localJson.write(key, consent);
  },
);

function readKept(): Consent {
  const kept = localJson.read<unknown>(key);
  return kept === "given" || kept === "refused" ? kept : "open";
}

/** Whether visits are counted now: from the start, or where an organisation asks first, once that was answered with yes. */
export const isCounted = ({ consent = false }: { consent?: boolean }): boolean =>
  !consent || store.get(base) === "given";
