import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Seconds since 1970 between which an expiry can have been meant: the years 2001 and 2286. */
const [least, most] = [1_000_000_000, 9_999_999_999];

/** Nobody means a second: what is at no full minute was mistyped. */
const step = 60;

/** A request that was over before there were requests, that counts in milliseconds, or that ends amid a minute. */
export const wrongExpiry: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { expiry } = source.document as DocumentOf<"request">;
    const message = findFault(expiry);
    return message === undefined ? [] : [issueAt(source, "/expiry", "wrong-expiry", message)];
  });

function findFault(expiry: number): string | undefined {
  if (expiry === -1) return undefined;
  const whole = "An expiry is in seconds since 1970";
  if (expiry < least) return `${whole}; -1 is never`;
  if (expiry > most) return `${whole}; these look like milliseconds`;
  return expiry % step === 0 ? undefined : `${whole}, at a full minute; this is ${expiry % step} s after one`;
}
