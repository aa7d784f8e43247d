import { holdsFact } from "#engine/core/form/credential-facts.ts";
import { holderClaim, toClaimName } from "#engine/contract/claim-names.ts";
import { DisclosedFact, UnverifiedClaims } from "#engine/contract/foreign-shapes.ts";
import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { StoredPresentation } from "#server/platform/store/tables/transactions.ts";
import { isStorable } from "#server/platform/storable-text.ts";
import { compileReader, ShapeError } from "#server/platform/untrusted.ts";
import type { Services } from "#server/services.ts";
import { readAttributes } from "../credentials/claims.ts";
import { LookupFailed } from "../credentials/issuer-keys.ts";
import { KeyBindingError, verifySdJwtPresentation, type Audience } from "../credentials/sd-jwt.ts";
import { findAccepted, satisfiesQuery, isRecentEnough, type AcceptedOption } from "./accepted-credentials.ts";
import { isSameName } from "./same-name.ts";
import { findIssuerKey, IssuerUnavailable, hasValidStatus } from "./credential-status.ts";

/** Reason for a rejected presentation: a key of the refusals. */
export type PresentationRejection = Extract<MessageKey<"refusals">, `presentation-${string}`>;

/** A presentation that is rejected. */
export class PresentationRejected extends Error {
  readonly reason: PresentationRejection;

  constructor(reason: PresentationRejection, cause?: unknown) {
    super(`The presentation is rejected: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** Requirements for a presentation in place of a verification. */
export interface PresentationRequirements {
  accepted: readonly AcceptedOption[];
  /** The query entry that the presentation answers; any of them without it. */
  queryId?: string;
  audience: Audience;
  /** The candidate's name. Their other wallet may hold credentials in further names. */
  name: string;
}

/** The stored part of a presentation; the caller knows its source. */
export type VerifiedPresentation = Omit<StoredPresentation, "presentedAt" | "source" | "presentationHash">;

/**
 * Verifies issuer, signature, holder, audience, age, status, facts and name, in this order. Throws
 * PresentationRejected, and LookupFailed when our own lookup fails.
 */
export async function verifyPresentation(
  services: Pick<Services, "db" | "secrets" | "settings" | "ports" | "statusLists">,
  presentation: string,
  { accepted, queryId, audience, name }: PresentationRequirements,
): Promise<VerifiedPresentation> {
  const { now } = audience;
  const unverified = decodeUnverified(presentation);
  const { iss: issuer, vct } = unverified;
  if (!accepted.some(({ types }) => types.has(issuer))) throw new PresentationRejected("presentation-untrusted-issuer");
  const answered = queryId === undefined ? accepted : accepted.filter(({ id }) => id === queryId);
  const option = findAccepted(answered, { iss: issuer, vct });
  if (!option) throw new PresentationRejected("presentation-wrong-type");
  const { payload } = await verifySdJwtPresentation(
    presentation,
    (kid) => findIssuerKey(services, issuer, kid),
    audience,
  ).catch((error: unknown) => {
    if (error instanceof LookupFailed) throw error;
    if (error instanceof IssuerUnavailable) throw new PresentationRejected("presentation-status-unknown", error);
    if (error instanceof KeyBindingError)
      throw new PresentationRejected(
        error.reason === "another-holder" ? "presentation-wrong-holder" : "presentation-wrong-audience",
        error,
      );
    if (Number(unverified.exp) * 1000 <= now.getTime()) throw new PresentationRejected("presentation-expired", error);
    throw new PresentationRejected("presentation-invalid", error);
  });
  const isValid = await hasValidStatus(services, issuer, payload.status, now).catch((error: unknown) => {
    if (error instanceof LookupFailed) throw error;
    throw new PresentationRejected("presentation-status-unknown", error);
  });
  if (!isValid) throw new PresentationRejected("presentation-withdrawn");
  const issuedAt = findIssuedAt(payload.iat);
  if (!issuedAt && option.withinDays !== undefined) throw new PresentationRejected("presentation-undated");
  if (issuedAt && !isRecentEnough(option, issuedAt, now)) throw new PresentationRejected("presentation-too-old");
  const disclosed = readAttributes(payload, option.attributes);
  const isComplete = option.attributes.every((name) => holdsFact(disclosed, name));
  if (!isComplete || !satisfiesQuery(accepted, option.id, { ...payload, vct }))
    throw new PresentationRejected("presentation-incomplete");
  const { holder, attributes } = readFacts(payload, option);
  if (!isSameName(holder, name)) throw new PresentationRejected("presentation-name-mismatch");
  return {
    verificationName: option.verificationName,
    issuer,
    vct,
    ...(issuedAt && { issuedAt: issuedAt.toISOString() }),
    holder,
    attributes,
  };
}

/** The disclosed facts: plain values that can be stored and displayed. Throws PresentationRejected. */
function readFacts(
  payload: Readonly<Record<string, unknown>>,
  option: AcceptedOption,
): Pick<VerifiedPresentation, "holder" | "attributes"> {
  try {
    const holder = factReader.value(payload[holderClaim]);
    const names = option.attributes.filter((name) => Object.hasOwn(payload, toClaimName(name)));
    const attributes = names.map((name) => [name, factReader.value(payload[toClaimName(name)])] as const);
    if (typeof holder !== "string" || ![holder, ...attributes.map(([, value]) => value)].every(isStorableFact))
      throw new ShapeError("A fact");
    return { holder, attributes: Object.fromEntries(attributes) };
  } catch (error) {
    throw new PresentationRejected("presentation-invalid", error);
  }
}

const factReader = compileReader("A fact", DisclosedFact);
const isStorableFact = (value: unknown): boolean => typeof value !== "string" || isStorable(value);

/** The issue date, which is optional. */
function findIssuedAt(iat: unknown): Date | undefined {
  const moment = new Date(typeof iat === "number" ? iat * 1000 : NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

const claimReader = compileReader("The credential", UnverifiedClaims);

/** The claims before any verification. */
function decodeUnverified(presentation: string) {
  try {
    return claimReader.jwtPart(presentation.split("~", 1)[0]!.split(".")[1]);
  } catch (error) {
    throw new PresentationRejected("presentation-invalid", error);
  }
}
