import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Seconds since 1970 between which an expiry can have been meant: the years 2001 and 2286. */
const [least, most] = [1_000_000_000, 9_999_999_999];

/** A request that was over before there were requests, or that counts in milliseconds. */
export const wrongExpiry: Check = (set) =>
  set.ofKind("request").flatMap((source) => {
    const { expiry } = source.document as DocumentOf<"request">;
    if (expiry === -1 || (expiry >= least && expiry <= most)) return [];
    const meant = expiry > most ? "; these look like milliseconds" : "; -1 is never";
    return [issueAt(source, "/expiry", "wrong-expiry", `An expiry is in seconds since 1970${meant}`)];
  });
