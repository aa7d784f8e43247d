import type { Name } from "../../contracts.ts";

/** What is another on another day, or for another candidate: a day, a moment, a count of seconds, what is masked. */
const passing = /\d{1,2}(?:st|nd|rd|th)?[ -]\p{L}[\p{L}\p{M}]*[ -]\d{4}|\b\d\d:\d\d\b|\b\d+ s\b|[•*]{2,}/u;
/** A beginning that is shorter fits too much. */
const leastStart = 4;

/** A name as a fixture can look for it on any day: whole, or up to what is another then. */
export function toSteadyName(name: string): Name {
  const at = name.search(passing);
  const start = at < 0 ? "" : name.slice(0, at).trimEnd();
  return start.length < leastStart ? name : { starts: start };
}
