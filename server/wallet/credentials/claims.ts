import type { SdJwtVcPayload } from "@sd-jwt/sd-jwt-vc";
import type { JWK } from "jose";
import { holderClaim, choiceNamesClaim, toClaimName } from "#engine/contract/claim-names.ts";
import type { Attributes, CredentialFact } from "#engine/core/form/credential-facts.ts";
import type { DisclosableClaims } from "./sd-jwt.ts";

/** Claims of a token beside the facts: issuer, type, holder key and status list entry. */
export interface TokenFrame {
  issuer: string;
  vct: string;
  issuedAt: Date;
  holder: JWK;
  status: { idx: number; uri: string };
}

/** The content of a credential: holder name, attributes, and the names of choices. */
export interface CredentialContent {
  holderName: string;
  attributes: Attributes;
  facts: readonly CredentialFact[];
}

const dayMs = 86_400_000;
/** India's time is ahead of UTC by this. A day of UTC would show yesterday's date until 05:30 in the morning. */
const indiaAheadMs = 5.5 * 3_600_000;

/** The start of the day in India: the precision of issue dates. */
export const toDay = (moment: Date): Date =>
  new Date(Math.floor((moment.getTime() + indiaAheadMs) / dayMs) * dayMs - indiaAheadMs);

/** The payload of a credential before selective disclosure hides anything. */
export function toPayload(
  { issuer, vct, issuedAt, holder, status }: TokenFrame,
  content: CredentialContent,
): SdJwtVcPayload {
  const { holderName, attributes, facts } = content;
  const choiceNames = facts.filter(({ isChoiceName }) => isChoiceName);
  return {
    iss: issuer,
    // The exact second is the same in every copy, and would link them (SD-JWT VC, 9).
    iat: toDay(issuedAt).getTime() / 1000,
    vct,
    cnf: { jwk: holder },
    status: { status_list: status },
    [holderClaim]: holderName,
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toClaimName(name), value])),
    ...(choiceNames.length > 0 && {
      [choiceNamesClaim]: Object.fromEntries(choiceNames.map(({ name, value }) => [toClaimName(name), value])),
    }),
  };
}

/** The claims that are disclosed one by one: the holder name, each attribute, and each choice name. */
export function toDisclosable({
  attributes,
  facts,
}: Pick<CredentialContent, "attributes" | "facts">): DisclosableClaims {
  const choiceNames = facts.filter(({ isChoiceName }) => isChoiceName).map(({ name }) => toClaimName(name));
  return {
    names: [holderClaim, ...Object.keys(attributes).map(toClaimName)],
    nested: choiceNames.length > 0 ? { [choiceNamesClaim]: choiceNames } : {},
  };
}

/** The claims to disclose for the chosen names: attributes with their choice names, and the holder by `holderClaim`. */
export function toDisclosed(payload: SdJwtVcPayload, chosen: readonly string[]): DisclosableClaims {
  const claims = chosen.map((name) => (name === holderClaim ? name : toClaimName(name)));
  const names = (payload[choiceNamesClaim] ?? {}) as Record<string, unknown>;
  const nested = claims.filter((name) => Object.hasOwn(names, name));
  return { names: claims, nested: nested.length > 0 ? { [choiceNamesClaim]: nested } : {} };
}

/** The disclosed attributes of a credential, by attribute name. */
export function readAttributes(payload: SdJwtVcPayload, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name): [string, Attributes[string]][] => {
      const claim = toClaimName(name);
      return Object.hasOwn(payload, claim) ? [[name, payload[claim] as Attributes[string]]] : [];
    }),
  );
}
