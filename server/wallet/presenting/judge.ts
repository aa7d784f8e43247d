import { holderClaim } from "#engine/api/claim-names.ts";
import type { MessageKey } from "#engine/documents/message-keys.ts";
import type { StoredPresented } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readAttributes } from "../credentials/claims.ts";
import { LookupFailed } from "../credentials/issuer-keys.ts";
import { BindingRefused, readPresentation, type Audience } from "../credentials/sd-jwt.ts";
import { findAccepted, isAnswered, isYoungEnough, type Accepted } from "./accepted.ts";
import { isSameName } from "./same-name.ts";
import { findIssuerKey, IssuerAway, isStanding } from "./standing.ts";

/** Why a credential that was shown is not taken: a key of the refusals. */
export type PresentationReason = Extract<MessageKey<"refusals">, `shown-${string}`>;

/** A credential that was shown and is not taken. */
export class PresentationRefused extends Error {
  readonly reason: PresentationReason;

  constructor(reason: PresentationReason, cause?: unknown) {
    super(`The presentation is refused: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** What a credential must fit that is shown in place of a verification. */
export interface Expected {
  accepted: readonly Accepted[];
  audience: Audience;
  /** What who shows it is called: their own wallet holds what they were given under other names too. */
  name: string;
}

/** What of a presentation is kept; from where it came knows whoever asked. */
export type Judged = Omit<StoredPresented, "presentedAt" | "from" | "shownHash">;

/** Judges what was shown: issuer, signature, holder, audience, age, standing, facts and name, in this order. Throws PresentationRefused, and LookupFailed where nothing can be said now. */
export async function judgePresentation(
  services: Pick<Services, "db" | "secrets" | "settings" | "ports">,
  presentation: string,
  { accepted, audience, name }: Expected,
): Promise<Judged> {
  const { now } = audience;
  const unread = readUnproved(presentation);
  const { iss, vct } = unread;
  if (!accepted.some(({ types }) => types.has(String(iss)))) throw new PresentationRefused("shown-by-stranger");
  const wanted = findAccepted(accepted, { iss, vct });
  if (!wanted) throw new PresentationRefused("shown-other-type");
  const issuer = String(iss);
  const { payload } = await readPresentation(
    presentation,
    (kid) => findIssuerKey(services, issuer, kid),
    audience,
  ).catch((error: unknown) => {
    if (error instanceof LookupFailed) throw error;
    if (error instanceof IssuerAway) throw new PresentationRefused("shown-unchecked", error);
    if (error instanceof BindingRefused)
      throw new PresentationRefused(error.why === "another-holder" ? "shown-by-another" : "shown-to-another", error);
    if (Number(unread.exp) * 1000 <= now.getTime()) throw new PresentationRefused("shown-expired", error);
    throw new PresentationRefused("shown-unfit", error);
  });
  const stands = await isStanding(services, issuer, payload.status, now).catch((error: unknown) => {
    if (error instanceof LookupFailed) throw error;
    throw new PresentationRefused("shown-unchecked", error);
  });
  if (!stands) throw new PresentationRefused("shown-withdrawn");
  const issuedAt = findIssuedAt(payload.iat);
  if (!issuedAt && wanted.withinDays !== undefined) throw new PresentationRefused("shown-undated");
  if (issuedAt && !isYoungEnough(wanted, issuedAt, now)) throw new PresentationRefused("shown-too-old");
  if (!isAnswered(accepted, wanted.id, { ...payload, vct: String(vct) }))
    throw new PresentationRefused("shown-too-little");
  const holder = String(payload[holderClaim]);
  if (!isSameName(holder, name)) throw new PresentationRefused("shown-in-another-name");
  return {
    verificationName: wanted.verificationName,
    issuer,
    vct: String(vct),
    ...(issuedAt && { issuedAt: issuedAt.toISOString() }),
    holder,
    attributes: readAttributes(payload, wanted.attributes),
  };
}

/** When it was issued, which an issuer need not say. */
function findIssuedAt(iat: unknown): Date | undefined {
  const moment = new Date(typeof iat === "number" ? iat * 1000 : NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** What it says of itself, before anything of it is proved. */
function readUnproved(presentation: string): Record<string, unknown> {
  try {
    const [, body = ""] = presentation.split("~", 1)[0]!.split(".");
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Record<string, unknown>;
  } catch (error) {
    throw new PresentationRefused("shown-unfit", error);
  }
}
