import type { SdJwtVcPayload } from "@sd-jwt/sd-jwt-vc";
import type { JWK } from "jose";
import { holderClaim, namesClaim, toClaimName } from "#engine/api/claim-names.ts";
import type { Attributes } from "./attributes.ts";
import type { Fact } from "./facts.ts";
import type { Disclosable } from "./sd-jwt.ts";

/** What a token says beside the facts: who signs, of which type, to whom it is bound and where it is withdrawn. */
export interface Frame {
  issuer: string;
  vct: string;
  issuedAt: Date;
  holder: JWK;
  status: { idx: number; uri: string };
}

/** A credential's content: whose it is, what it says, and how choices in it are called. */
export interface Content {
  holderName: string;
  attributes: Attributes;
  facts: readonly Fact[];
}

/** The payload of a credential before anything in it is hidden. */
export function toPayload({ issuer, vct, issuedAt, holder, status }: Frame, content: Content): SdJwtVcPayload {
  const { holderName, attributes, facts } = content;
  const named = facts.filter(({ isNamed }) => isNamed);
  return {
    iss: issuer,
    iat: Math.floor(issuedAt.getTime() / 1000),
    vct,
    cnf: { jwk: holder },
    status: { status_list: status },
    [holderClaim]: holderName,
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toClaimName(name), value])),
    ...(named.length > 0 && {
      [namesClaim]: Object.fromEntries(named.map(({ name, value }) => [toClaimName(name), value])),
    }),
  };
}

/** All that is disclosed one by one: the holder's name, each attribute, and each name of a choice. */
export function toDisclosable({ attributes, facts }: Pick<Content, "attributes" | "facts">): Disclosable {
  const named = facts.filter(({ isNamed }) => isNamed).map(({ name }) => toClaimName(name));
  return {
    names: [holderClaim, ...Object.keys(attributes).map(toClaimName)],
    below: named.length > 0 ? { [namesClaim]: named } : {},
  };
}

/** Of a credential that was read, what to disclose for these: attributes with the names of their choices, the holder by `holderClaim`. */
export function toDisclosed(payload: SdJwtVcPayload, chosen: readonly string[]): Disclosable {
  const claims = chosen.map((name) => (name === holderClaim ? name : toClaimName(name)));
  const names = (payload[namesClaim] ?? {}) as Record<string, unknown>;
  const below = claims.filter((name) => Object.hasOwn(names, name));
  return { names: claims, below: below.length > 0 ? { [namesClaim]: below } : {} };
}

/** The attributes that a credential discloses, by their own names. */
export function readAttributes(payload: SdJwtVcPayload, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name): [string, Attributes[string]][] => {
      const claim = toClaimName(name);
      return Object.hasOwn(payload, claim) ? [[name, payload[claim] as Attributes[string]]] : [];
    }),
  );
}
