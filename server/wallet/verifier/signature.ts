import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/platform/secrets.ts";

/** Headers of a signed callback: HMAC-SHA256 (base64url) over `{timestamp}.{raw body}`, timestamp in epoch seconds. */
const signatureHeader = "x-webhook-signature";
const timestampHeader = "x-webhook-timestamp";
const toleranceSeconds = 300;

/** The headers with which a provider signs a body. */
export function signBody(secrets: Secrets, raw: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { [timestampHeader]: timestamp, [signatureHeader]: toSignatures(secrets, timestamp, raw)[0]! };
}

/** Returns whether the signature matches the raw bytes and is at most five minutes old, which stops replays. */
export function isSigned(
  secrets: Secrets,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  raw: string,
  now: Date,
): boolean {
  const timestamp = headers[timestampHeader];
  const sent = headers[signatureHeader];
  if (typeof timestamp !== "string" || typeof sent !== "string" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const actual = Buffer.from(sent);
  return toSignatures(secrets, timestamp, raw).some((signature) => {
    const expected = Buffer.from(signature);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}

function toSignatures(secrets: Secrets, timestamp: string, raw: string): string[] {
  return secrets.hmacs("WEBHOOK_SECRET", `verification ${timestamp}.${raw}`);
}
