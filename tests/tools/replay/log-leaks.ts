import { readObject } from "./api-client.ts";
import type { LoggedCall } from "./call-log.ts";

/** The server generates ids, and its log may contain them. */
const isId = /(?:id|uuid)$/i;
/** Names in definitions and on the wire. */
const isName = /^[a-z][a-z0-9]*(?:[-_./][a-z0-9]+)*$/;
/** Address of the replay's browser. The server logs the same address as its own. */
const ownAddress = "127.0.0.1";
const leastLength = 6;
const secretKeys = ["accessToken", "refreshToken", "otp", "digits"];

/**
 * Personal data and secrets of a run: names, numbers, codes and sentences that the page sent, and tokens that it
 * received. Short words and ids do not count.
 */
export function listTypedValues(calls: readonly LoggedCall[]): Set<string> {
  const typed = new Set<string>();
  for (const { by, request, body } of calls) {
    const [, path = "", sent = ""] = request.match(/^\S+ (\S+) ?(.*)$/s) ?? [];
    if (by === "page") collect(readObject(sent), "", typed);
    for (const code of path.matchAll(/\d{6,}/g)) typed.add(code[0]);
    collectSecrets(readObject(body), typed);
  }
  return typed;
}

/** Lines of a log that contain such a value as a whole word. Digits inside a longer number do not count. */
export function findLeaks(log: string, typed: ReadonlySet<string>): string[] {
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
