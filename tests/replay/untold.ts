import { readObject } from "./wire.ts";
import type { Tape } from "./engine/tape.ts";

/** Ids are drawn by the server, and its log may name them. */
const isId = /(?:id|uuid)$/i;
/** What the wallet calls a thing, in documents and on the wire. */
const isName = /^[a-z][a-z0-9]*(?:[-_./][a-z0-9]+)*$/;
/** Where the browser of a replay stands: the server says the same of itself when it begins. */
const ownAddress = "127.0.0.1";
const leastLength = 6;
const secretKeys = ["accessToken", "refreshToken", "otp", "digits"];

/**
 * What a page sent that somebody had typed, or that is a secret: names, numbers, codes, sentences, and the tokens that it
 * was given. Short words and ids are none.
 */
export function listTyped({ answers }: Pick<Tape, "answers">): Set<string> {
  const typed = new Set<string>();
  for (const { by, asked, body, isText } of answers) {
    const [, path = "", sent = ""] = asked.match(/^\S+ (\S+) ?(.*)$/s) ?? [];
    if (by === "page") collect(readObject(sent), "", typed);
    for (const code of path.matchAll(/\d{6,}/g)) typed.add(code[0]);
    if (isText) collectSecrets(readObject(body), typed);
  }
  return typed;
}

/** The lines of a log that say something of it. Digits stand by themselves: those of a moment may hold the same by chance. */
export function findTold(log: string, typed: ReadonlySet<string>): string[] {
  const held = [...typed].filter((text) => log.includes(text));
  if (held.length === 0) return [];
  const patterns = held.map((text) => new RegExp(`(?<![\\w])${text.replace(/[^\w]/g, "\\$&")}(?![\\w])`));
  return log.split("\n").filter((line) => patterns.some((pattern) => pattern.test(line)));
}

function collect(value: unknown, key: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, key, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, name, into);
  else if (
    typeof value === "string" &&
    value.length >= leastLength &&
    value !== ownAddress &&
    !isId.test(key) &&
    !isName.test(value)
  )
    into.add(value);
}

function collectSecrets(value: unknown, into: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (typeof one === "string" && one.length >= leastLength && secretKeys.includes(key)) into.add(one);
    collectSecrets(one, into);
  }
}
