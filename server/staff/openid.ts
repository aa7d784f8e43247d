import * as client from "openid-client";
import { sql } from "drizzle-orm";
import type { Clock } from "#server/platform/clock.ts";
import type { OpenidSettings } from "#server/platform/openid-settings.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Settings } from "#server/platform/settings.ts";
import { transact, type Database } from "#server/platform/store/database.ts";
import { toEmail } from "./members.ts";
import { openSession } from "./sessions.ts";
import { writeStaffAudit } from "./staff-tools.ts";

interface OpenidServices {
  db: Database;
  clock: Clock;
  secrets: Secrets;
  settings: Settings;
}

/** Where the provider sends the browser back to. */
export const callbackPath = "/console/openid/callback";

/** What the browser keeps between leaving and coming back, signed. */
interface Leave {
  orgId: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The person proves again who they are: the provider asks them. */
  proves: boolean;
  /** Seconds since the epoch. */
  until: number;
}

/** Why a sign-in at the provider opened no session: a word in the address of the sign-in page. */
export type OpenidProblem = "provider" | "not-a-member" | "not-verified";

const leaveSeconds = 600;
/** A sign-in counts as a proof when the person answered the provider within this time. */
const proofSeconds = 60;
/** `SameSite=Lax`: the browser comes back from another site. */
const name = "__Host-sanad-openid";
const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** Forgets what the browser kept. */
export const noLeaveCookie = `${name}=; Max-Age=0; ${attributes}`;

const configurations = new WeakMap<OpenidSettings[string], Promise<client.Configuration>>();

/** The provider's metadata, read once; a failure is read again. */
function discover(provider: OpenidSettings[string]): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const known = configurations.get(provider);
  if (known) return known;
  const options = issuer.startsWith("http://") ? { execute: [client.allowInsecureRequests] } : {};
  const found = client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  configurations.set(provider, found);
  found.catch(() => configurations.delete(provider));
  return found;
}

/**
 * The address of the organisation's provider, and the cookie for the way back; undefined without a provider. Throws when
 * the provider does not answer.
 */
export async function leaveForProvider(
  { settings, secrets, clock }: OpenidServices,
  orgId: string,
  proves: boolean,
): Promise<{ url: URL; cookie: string } | undefined> {
  const provider = Object.hasOwn(settings.openid, orgId) ? settings.openid[orgId] : undefined;
  if (!provider) return undefined;
  const configuration = await discover(provider);
  const leave: Leave = {
    orgId,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    proves,
    until: Math.floor((await clock.now()).getTime() / 1000) + leaveSeconds,
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: settings.publicUrl + callbackPath,
    scope: "openid email",
    code_challenge: await client.calculatePKCECodeChallenge(leave.verifier),
    code_challenge_method: "S256",
    state: leave.state,
    nonce: leave.nonce,
    ...(proves && { prompt: "login", max_age: "0" }),
  });
  const plain = Buffer.from(JSON.stringify(leave)).toString("base64url");
  const cookie = `${name}=${plain}.${secrets.hmac("staff-openid", plain)}; Max-Age=${leaveSeconds}; ${attributes}`;
  return { url, cookie };
}

/**
 * Takes the provider's answer, and opens a session of the member of staff with the verified address. → the session's
 * token, or why there is none; undefined for an answer that nothing waits for.
 */
export async function returnFromProvider(
  services: OpenidServices,
  { url, cookies }: { url: URL; cookies: string | undefined },
): Promise<{ orgId: string; token: string } | { orgId: string; problem: OpenidProblem } | undefined> {
  const leave = await readLeave(services, cookies);
  const provider = leave && services.settings.openid[leave.orgId];
  if (!leave || !provider) return undefined;
  const { orgId } = leave;
  const claims = await readClaims(provider, leave, url).catch(() => undefined);
  if (!claims) return { orgId, problem: "provider" };
  const { email, email_verified: isVerified, auth_time: authTime } = claims;
  if (typeof email !== "string" || isVerified !== true) return { orgId, problem: "not-verified" };
  const now = Math.floor((await services.clock.now()).getTime() / 1000);
  const isProof = typeof authTime === "number" && Math.abs(now - authTime) <= proofSeconds;
  if (leave.proves && !isProof) return { orgId, problem: "provider" };
  return transact(services.db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select s.id from staff s where s.email = ${toEmail(email)} and s.removed_at is null
        and exists (select 1 from staff_roles r where r.staff_id = s.id and r.org_id = ${orgId})`);
    const [member] = rows;
    if (!member) {
      await writeStaffAudit(tx, "denied", { staffId: "unknown", operation: "openid", orgId });
      return { orgId, problem: "not-a-member" as const };
    }
    // The provider of one organisation must not open what the person may do for another.
    return { orgId, token: await openSession(tx, member.id, "openid", { onlyOrgId: orgId, isProof }) };
  });
}

async function readLeave({ secrets, clock }: OpenidServices, cookies: string | undefined): Promise<Leave | undefined> {
  const sent = (cookies ?? "").split(";").find((part) => part.trim().startsWith(`${name}=`));
  const [plain = "", signature = ""] =
    sent
      ?.trim()
      .slice(name.length + 1)
      .split(".") ?? [];
  if (secrets.findKeyId("staff-openid", plain, signature) === undefined) return undefined;
  const leave = JSON.parse(Buffer.from(plain, "base64url").toString("utf8")) as Leave;
  return leave.until * 1000 > (await clock.now()).getTime() ? leave : undefined;
}

/** The claims about the person. Throws for an answer that is refused, forged or meant for another sign-in. */
async function readClaims(provider: OpenidSettings[string], { state, nonce, verifier }: Leave, url: URL) {
  const configuration = await discover(provider);
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  if (claims["email"] !== undefined) return claims;
  // Some providers tell the address only here.
  return { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
}
