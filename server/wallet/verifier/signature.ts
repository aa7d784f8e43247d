import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/platform/secrets.ts";

/** Headers of a signed callback: HMAC-SHA256 (base64url) over `{timestamp}.{raw body}`, the timestamp in epoch seconds. */
export const signatureHeader = "x-webhook-signature";
export const timestampHeader = "x-webhook-timestamp";
const toleranceSeconds = 300;

/** The headers with which a provider signs a body at a moment. */
export function signBody(secrets: Secrets, raw: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { [timestampHeader]: timestamp, [signatureHeader]: toSignatures(secrets, timestamp, raw)[0]! };
}

/** Whether the signature covers these very bytes and is at most five minutes old, so that a copy of it is worth nothing later. */
export function isSigned(
  secrets: Secrets,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  raw: string,
  now: Date,
): boolean {
  const timestamp = headers[timestampHeader];
  const given = headers[signatureHeader];
  if (typeof timestamp !== "string" || typeof given !== "string" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const actual = Buffer.from(given);
  return toSignatures(secrets, timestamp, raw).some((signature) => {
    const expected = Buffer.from(signature);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}

function toSignatures(secrets: Secrets, timestamp: string, raw: string): string[] {
  return secrets.hmacs("WEBHOOK_SECRET", `verification ${timestamp}.${raw}`);
}
