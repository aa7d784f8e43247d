import { DcqlPresentationResult, DcqlQuery } from "dcql";
import { holderClaim, toClaimName } from "#engine/contract/claim-names.ts";
import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import type { AcceptedCredential, RequestDefinition } from "#engine/core/definitions/request.ts";
import type { Services } from "#server/services.ts";
import { toDay } from "../credentials/claims.ts";
import { toTypeAddress } from "../credentials/type-metadata.ts";

/** An accepted substitute for a verification, with all its credential types. */
export interface AcceptedOption {
  /** Id in the DCQL query and its response. */
  id: string;
  verificationName: string;
  /** Accepted types by trusted issuer, this wallet included. */
  types: ReadonlyMap<string, readonly string[]>;
  withinDays: number | undefined;
  /** Names of the attributes that must be disclosed. */
  attributes: readonly string[];
}

/** The credentials that a request accepts in place of a verification; empty when it accepts none. */
export function listAcceptedCredentials(
  { config, settings }: Pick<Services, "config" | "settings">,
  request: RequestDefinition,
  verificationName: string,
): AcceptedOption[] {
  const requested = request.verifications.find(({ verification }) => verification === verificationName);
  const { organisations } = config.current();
  const toOwn = ({ verification }: AcceptedCredential) =>
    [...organisations.values()]
      .filter(({ list }) => list("verification").some(({ id, credential }) => id === verification && credential))
      .map(({ orgId }) => toTypeAddress(settings.publicUrl, { orgId, verificationName: verification }));
  return (requested?.accepts ?? []).map((one, index) => ({
    id: `accepted-${index}`,
    verificationName: one.verification,
    types: new Map([
      ...(one.others ?? []).map(({ issuer, types }) => [issuer, types] as const),
      [settings.publicUrl, toOwn(one)] as const,
    ]),
    withinDays: one.withinDays,
    attributes: (one.attributes ?? []).map((at) => pointerSteps(at).join(".")),
  }));
}

/** The first option that accepts this type of this issuer. */
export const findAccepted = (
  accepted: readonly AcceptedOption[],
  { iss, vct }: { iss: unknown; vct: unknown },
): AcceptedOption | undefined => accepted.find(({ types }) => types.get(String(iss))?.includes(String(vct)));

/** Returns whether a credential of that date is recent enough. Counts whole days, because issue dates are rounded. */
export const isRecentEnough = ({ withinDays }: AcceptedOption, issuedAt: Date, now: Date): boolean =>
  withinDays === undefined || toDay(issuedAt).getTime() >= toDay(now).getTime() - withinDays * 86_400_000;

const format = "dc+sd-jwt";
/** The issue date. A holder can withhold it, so the query asks for it where age counts (SD-JWT VC, 3.2.2.2). */
const issuedAtClaim = "iat";

/** The request to another wallet in DCQL (OpenID4VP). Any one of the credentials suffices. */
export function toDcqlQuery(accepted: readonly AcceptedOption[]): DcqlQuery.Output {
  const query = DcqlQuery.parse({
    credentials: accepted.map(({ id, types, attributes, withinDays }) => ({
      id,
      format,
      meta: { vct_values: [...types.values()].flat() as [string, ...string[]] },
      claims: [holderClaim, ...attributes.map(toClaimName), ...(withinDays === undefined ? [] : [issuedAtClaim])].map(
        (name) => ({ path: [name] as [string] }),
      ) as never,
    })) as never,
    credential_sets: [{ options: accepted.map(({ id }) => [id]) as never }],
  });
  DcqlQuery.validate(query);
  return query;
}

/** Returns whether the disclosed claims satisfy the query entry of this id. */
export function satisfiesQuery(
  accepted: readonly AcceptedOption[],
  id: string,
  claims: Readonly<Record<string, unknown>> & { vct: string },
): boolean {
  const presented = { credential_format: format, cryptographic_holder_binding: true, vct: claims.vct, claims } as const;
  try {
    return DcqlPresentationResult.fromDcqlPresentation({ [id]: [presented] } as never, {
      dcqlQuery: toDcqlQuery(accepted),
    }).can_be_satisfied;
  } catch {
    // The library throws for a response that matches no query entry.
    return false;
  }
}
