import type { Secrets } from "#server/platform/secrets.ts";

/** Headers of a signed callback: HMAC-SHA256 (base64url) over `{timestamp}.{raw body}`, timestamp in epoch seconds. */
const signatureHeader = "x-webhook-signature";
const timestampHeader = "x-webhook-timestamp";
const toleranceSeconds = 300;

/** The headers with which a provider signs a body. */
export function signBody(secrets: Secrets, raw: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    [timestampHeader]: timestamp,
    [signatureHeader]: secrets.hmac("verifier-call", toSignedText(timestamp, raw)),
  };
}

/**
 * The id of the key whose signature matches the raw bytes and is at most five minutes old, which stops replays;
 * undefined otherwise.
 */
export function findSigningKeyId(
  secrets: Secrets,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  raw: string,
  now: Date,
): string | undefined {
  const timestamp = headers[timestampHeader];
  const sent = headers[signatureHeader];
  if (typeof timestamp !== "string" || typeof sent !== "string" || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return undefined;
  return secrets.findKeyId("verifier-call", toSignedText(timestamp, raw), sent);
}

const toSignedText = (timestamp: string, raw: string): string => `verification ${timestamp}.${raw}`;
