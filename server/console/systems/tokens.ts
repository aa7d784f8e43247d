import { createHash, timingSafeEqual } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type TokenServices = Pick<Services, "secrets" | "settings" | "clock">;

/** Seconds for which a token works. */
export const tokenSeconds = 600;
const algorithm = "HS256";
const type = "at+jwt";
const audience = "sanad-verifier";

/** True when VERIFIERS lists the client with this secret. Takes the same time for any secret. */
export function isClient({ settings }: Pick<Services, "settings">, id: string, secret: string): boolean {
  const known = Object.hasOwn(settings.verifiers, id) ? settings.verifiers[id]!.clientSecret : undefined;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(known ?? ""), hash(secret)) && known !== undefined;
}

/** An access token for the system (RFC 9068), for ten minutes. */
export async function signSystemToken({ secrets, clock }: TokenServices, system: string): Promise<string> {
  const iat = Math.floor((await clock.now()).getTime() / 1000);
  const claims = { sub: system, aud: audience, iat, exp: iat + tokenSeconds };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, typ: type })
    .sign(secrets.key("verifier-token"));
}

/**
 * The system of a token. Throws 401 (101) for one that is wrong or expired, or whose system is no longer listed. In the
 * sandbox a system needs no client secret, so none is listed; in production even a sandbox lists them.
 */
export async function readSystemToken(services: TokenServices, token: string): Promise<string> {
  const { secrets, settings, clock } = services;
  for (const key of secrets.keys("verifier-token")) {
    const claims = await readClaims(token, key);
    if (!claims) continue;
    const isListed = (settings.sandbox && !settings.production) || Object.hasOwn(settings.verifiers, claims.sub);
    if (claims.exp * 1000 <= (await clock.now()).getTime() || !isListed) break;
    return claims.sub;
  }
  throw new WalletError("signedOut");
}

async function readClaims(token: string, key: Buffer): Promise<{ sub: string; exp: number } | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, key, { algorithms: [algorithm] });
    const { sub, exp, aud } = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
    const isOurs = protectedHeader.typ === type && aud === audience;
    return isOurs && typeof sub === "string" && typeof exp === "number" ? { sub, exp } : undefined;
  } catch {
    return undefined; // no JWT, or a foreign one: the caller answers 401
  }
}
