import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Truth } from "./truth.ts";

/** Facts about the page besides its text. */
export interface Facts {
  truth: Truth;
  screen: string;
  /** The path of the page. */
  path: string;
  /** A request of the page failed, was refused or is unanswered. */
  failed: boolean;
  ended: boolean;
}

/** A sentence that is true only under a condition. */
interface Claim {
  says: RegExp;
  /** Applies to the content of these screens; without it, to any page. */
  on?: readonly string[];
  isTrue(facts: Facts, found: RegExpMatchArray): boolean;
}

const catalogue = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../schemas/catalogues/${name}.json`, import.meta.url)), "utf8"));
const { states } = catalogue("states") as { states: Record<string, { tag: string }> };

const stateIs =
  (...names: string[]) =>
  ({ truth }: Facts): boolean =>
    truth.open !== undefined && names.includes(truth.open.state);
const items = ({ truth }: Facts) => Object.values(truth.open?.verificationList ?? {});
const form = ["form"];

/** A whole crawl must encounter each claim. To add one: a line here. */
export const claims: Readonly<Record<string, Claim>> = {
  "nothing begun": {
    says: /No verifications yet/,
    on: ["home"],
    isTrue: ({ truth }) => truth.transactions.length === 0,
  },
  "no notices": { says: /No Notifications yet/, isTrue: ({ truth, failed }) => truth.notices === 0 || failed },
  "no payments": {
    says: /No payments yet/,
    on: ["transaction-history"],
    isTrue: ({ truth }) => truth.orders === 0,
  },
  "no credentials": { says: /No credentials yet/, isTrue: ({ truth }) => truth.credentials.length === 0 },
  "not among yours": {
    says: /You do not have this credential/,
    isTrue: ({ truth, path }) => !truth.credentials.some(({ id }) => path.endsWith(`/${id}`)),
  },
  "session expired": { says: /Session Expired/, isTrue: ({ ended }) => ended },
  "could not load": { says: /We could not load this/, isTrue: ({ failed }) => failed },
  congratulations: {
    says: /Congratulations!/,
    on: form,
    isTrue: (facts) =>
      stateIs("COMPLETED", "VERIFIED", "SUCCESS")(facts) && facts.truth.open?.filtered.remaining.length === 0,
  },
  "in progress": { says: /\bIn progress\b/, on: form, isTrue: stateIs("IN_PROGRESS", "DATA_SAVED") },
  closed: { says: /Verification closed/, on: form, isTrue: stateIs("CLOSED") },
  failed: { says: /Verification failed/, on: form, isTrue: stateIs("FAILED") },
  "nothing to do now": {
    says: /You need not do anything now/,
    on: form,
    isTrue: stateIs("IN_PROGRESS", "SUBMITTED", "DATA_SAVED"),
  },
  "something more": { says: /The verifier needs something more/, on: form, isTrue: stateIs("INSUFFICIENT_DATA") },
  "all done": {
    says: /All verifications are done/,
    on: form,
    isTrue: (facts) =>
      facts.truth.open?.filtered.remaining.length === 0 &&
      !stateIs("FAILED", "CLOSED", "REFUNDED", "INSUFFICIENT_DATA")(facts),
  },
  "to be started": {
    says: /Click the verifications to start the process/,
    on: form,
    isTrue: (facts) => stateIs("NOT_INITIALIZED", "PENDING", "READY_TO_SUBMIT")(facts),
  },
  "documents submitted": {
    says: /Your documents have been submitted/,
    on: ["submitted"],
    isTrue: stateIs(
      "SUBMITTED",
      "IN_PROGRESS",
      "INSUFFICIENT_DATA",
      "COMPLETED",
      "VERIFIED",
      "SUCCESS",
      "FAILED",
      "DATA_SAVED",
    ),
  },
  "skipped can be undone": {
    says: /Undo skip /,
    on: form,
    isTrue: (facts) => items(facts).some(({ markedAsSkip }) => markedAsSkip),
  },
  "who one is": {
    says: /Not verified yet/,
    on: ["profile"],
    isTrue: ({ truth }) => truth.name === "",
  },
  "a transaction on home": {
    says: /link "[^"]*, ([^",]+)":/,
    on: ["home"],
    isTrue: ({ truth }, [, tag]) =>
      !Object.values(states).some((state) => state.tag === tag) ||
      truth.transactions.some(({ state }) => states[state]?.tag === tag),
  },
};

/** Names of the claims whose sentence is untrue on the page. Adds every claim it judged to `met`. */
export function findUntrue(words: { page: string; main: string }, facts: Facts, met: Set<string>): string[] {
  return Object.entries(claims).flatMap(([name, { says, on, isTrue }]) => {
    if (on && !on.includes(facts.screen)) return [];
    const all = [...(on ? words.main : words.page).matchAll(new RegExp(says, "g"))];
    if (all.length > 0) met.add(name);
    return all.filter((found) => !isTrue(facts, found)).map(([text]) => `untrue (${name}): ${text}`);
  });
}
