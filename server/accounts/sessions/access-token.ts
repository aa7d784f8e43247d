import { CompactSign, compactVerify, decodeJwt } from "jose";
import type { Secrets } from "#server/platform/secrets.ts";

/** Claims of an access token; the session row decides. Times are seconds since the epoch. */
export interface AccessClaims {
  sub: string;
  sid: string;
  iat: number;
  exp: number;
}

const algorithm = "HS256";

/** Signs a JWT that the client can decode. */
export async function signAccessToken(claims: AccessClaims, secrets: Secrets): Promise<string> {
  const body = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(body).setProtectedHeader({ alg: algorithm, typ: "JWT" }).sign(secrets.key("access-token"));
}

/** The claims of a token that this server signed; undefined otherwise. The database clock decides about expiry. */
export async function readAccessToken(token: string, secrets: Secrets): Promise<AccessClaims | undefined> {
  for (const key of secrets.keys("access-token")) {
    const claims = await readSigned(token, key);
    if (claims) return claims;
  }
  return undefined;
}

async function readSigned(token: string, key: Buffer): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return isClaims(claims) ? claims : undefined;
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
