import type { Name } from "../../contracts.ts";

/** Text that differs by day or candidate: a date, a time, seconds, masked characters. */
const variableText = /\d{1,2}(?:st|nd|rd|th)?[ -]\p{L}[\p{L}\p{M}]*[ -]\d{4}|\b\d\d:\d\d\b|\b\d+ s\b|[•*]{2,}/u;
/** A shorter start matches too many names. */
const minStartLength = 4;

/** A name that matches on any day: whole, or its start before a variable part. */
export function toStableName(name: string): Name {
  const at = name.search(variableText);
  const start = at < 0 ? "" : name.slice(0, at).trimEnd();
  return start.length < minStartLength ? name : { startsWith: start };
}
