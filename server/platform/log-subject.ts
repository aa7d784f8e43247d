import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { Secrets } from "./secrets.ts";

/**
 * The pseudonym of a candidate in log lines. It links the lines of one candidate until TOKEN_SECRET is rotated, and
 * a reader of the log cannot reverse it.
 */
export function toPseudonym(secrets: Pick<Secrets, "hmac">, candidateId: string): string {
  // Hashed again, because the keyed hash may name its key.
  const keyed = secrets.hmac("log-subject", `log ${candidateId}`);
  return createHash("sha256").update(keyed).digest("base64url").slice(0, 16);
}

/** The network of an address: the first 24 bits of IPv4, 48 of IPv6. Undefined for what is no address. */
export function toNetwork(ip: string): string | undefined {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 4) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  if (family !== 6) return undefined;
  const [head = "", tail] = address.split("::");
  const groups = head ? head.split(":") : [];
  // `::` means zeros; what follows it is in the last groups, which are cut off unless it is short.
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const length = after.length + (after.at(-1)?.includes(".") ? 1 : 0);
  const whole = [...groups, ...Array.from({ length: 8 - groups.length - length }, () => "0"), ...after];
  const [a, b, c] = whole.map((group) => Number.parseInt(group, 16).toString(16));
  return `${a}:${b}:${c}::/48`;
}
