import { CompactSign, compactVerify, decodeJwt } from "jose";
import type { Secrets } from "#server/platform/secrets.ts";

/** Claims of an access token; the session row decides. Times are seconds since the epoch. */
export interface AccessClaims {
  sub: string;
  sid: string;
  iat: number;
  exp: number;
}

/** A verified token. `isTyped`: its type is that of access tokens, and its audience this API (RFC 9068). */
export interface VerifiedToken {
  claims: AccessClaims;
  isTyped: boolean;
}

const algorithm = "HS256";
const type = "at+jwt";
const audience = "sanad-wallet";

/** Signs a JWT that the client can decode. */
export async function signAccessToken(claims: AccessClaims, secrets: Secrets): Promise<string> {
  const body = new TextEncoder().encode(JSON.stringify({ ...claims, aud: audience }));
  return new CompactSign(body).setProtectedHeader({ alg: algorithm, typ: type }).sign(secrets.key("access-token"));
}

/**
 * The claims of an access token that this server signed; undefined otherwise, also for a token with another type or
 * audience. The database clock decides about expiry.
 */
export async function readAccessToken(token: string, secrets: Secrets): Promise<VerifiedToken | undefined> {
  for (const key of secrets.keys("access-token")) {
    const found = await readSigned(token, key);
    if (found) return found;
  }
  return undefined;
}

async function readSigned(token: string, key: Buffer): Promise<VerifiedToken | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, key, { algorithms: [algorithm] });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (!isClaims(claims)) return undefined;
    const { aud } = claims as { aud?: unknown };
    if (protectedHeader.typ === type) return aud === audience ? { claims, isTyped: true } : undefined;
    // Earlier versions signed tokens of type JWT without an audience. The session has a flag that accepts them.
    return protectedHeader.typ === "JWT" && aud === undefined ? { claims, isTyped: false } : undefined;
  } catch {
    // No JWT, or a foreign one: the caller answers 401 in both cases.
    return undefined;
  }
}

/** The claims of a token whose signature is not verified; undefined when it has none. */
export function decodeUnverified(token: string): AccessClaims | undefined {
  try {
    const claims: unknown = decodeJwt(token);
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(value: unknown): value is AccessClaims {
  if (typeof value !== "object" || value === null) return false;
  const { sub, sid, iat, exp } = value as Partial<AccessClaims>;
  return typeof sub === "string" && typeof sid === "string" && typeof iat === "number" && typeof exp === "number";
}
