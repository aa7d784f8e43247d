import { DcqlPresentationResult, DcqlQuery } from "dcql";
import { holderClaim, toClaimName } from "#engine/api/claim-names.ts";
import { pointerSteps } from "#engine/base/json-pointer.ts";
import type { AcceptedCredential, RequestDocument } from "#engine/documents/request.ts";
import type { Services } from "#server/services.ts";
import { toTypeAddress } from "../credentials/type-metadata.ts";

/** One way to do without a verification, with every type of credential that is meant. */
export interface Accepted {
  /** How the query and its answer call it. */
  id: string;
  verificationName: string;
  /** Types by the issuers that are trusted for them; this wallet is one. */
  types: ReadonlyMap<string, readonly string[]>;
  withinDays: number | undefined;
  /** Names of the attributes that must be shown. */
  attributes: readonly string[];
}

/** What a request takes in place of a verification; nothing where it takes no credential. */
export function listAccepted(
  { config, settings }: Pick<Services, "config" | "settings">,
  request: RequestDocument,
  verificationName: string,
): Accepted[] {
  const asked = request.verifications.find(({ verification }) => verification === verificationName);
  const { organisations } = config.current();
  const toOwn = ({ verification }: AcceptedCredential) =>
    [...organisations.values()]
      .filter(({ list }) => list("verification").some(({ id, credential }) => id === verification && credential))
      .map(({ orgId }) => toTypeAddress(settings.publicUrl, { orgId, verificationName: verification }));
  return (asked?.accepts ?? []).map((one, index) => ({
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

/** Where one of them stands that takes this type of this issuer. */
export const findAccepted = (
  accepted: readonly Accepted[],
  { iss, vct }: { iss: unknown; vct: unknown },
): Accepted | undefined => accepted.find(({ types }) => types.get(String(iss))?.includes(String(vct)));

/** Whether a credential of that day is young enough. */
export const isYoungEnough = ({ withinDays = Infinity }: Accepted, issuedAt: Date, now: Date): boolean =>
  issuedAt.getTime() >= now.getTime() - withinDays * 86_400_000;

const format = "dc+sd-jwt";
/** When it was issued: a holder may keep that back like any fact, so it is asked for where age counts (SD-JWT VC, 3.2.2.2). */
const issuedAtClaim = "iat";

/** What is asked of another wallet, in the language of OpenID4VP (DCQL): any one of them does. */
export function toQuery(accepted: readonly Accepted[]): DcqlQuery.Output {
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

/** Whether what a credential discloses is what was asked for under this name. */
export function isAnswered(
  accepted: readonly Accepted[],
  id: string,
  claims: Readonly<Record<string, unknown>> & { vct: string },
): boolean {
  const shown = { credential_format: format, cryptographic_holder_binding: true, vct: claims.vct, claims } as const;
  try {
    return DcqlPresentationResult.fromDcqlPresentation({ [id]: [shown] } as never, { dcqlQuery: toQuery(accepted) })
      .can_be_satisfied;
  } catch {
    // The library throws for an answer that fits no query at all.
    return false;
  }
}
