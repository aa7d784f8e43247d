import { createHash, randomBytes, sign, verify, type KeyObject } from "node:crypto";
import { SDJwtInstance } from "@sd-jwt/core";
import { SDJwtVcInstance, type SdJwtVcPayload } from "@sd-jwt/sd-jwt-vc";
import type { JWK } from "jose";
import { holderClaim } from "#engine/api/claim-names.ts";
import { signAlgorithm, toPublicKey, type SigningKey } from "./issuer-keys.ts";

/*
 * SD-JWT (RFC 9901) and SD-JWT VC: the library writes, packs and checks; what signs, hashes and makes salts is node's own.
 */
const hashing = {
  hashAlg: "sha-256",
  hasher: (data: string | ArrayBuffer) =>
    createHash("sha256")
      .update(typeof data === "string" ? data : Buffer.from(data))
      .digest(),
  saltGenerator: () => randomBytes(16).toString("base64url"),
} as const;

/** Signatures of JOSE are the two numbers one after the other. */
const dsaEncoding = "ieee-p1363";
const toSigner = (key: KeyObject) => (data: string) =>
  sign("sha256", Buffer.from(data), { key, dsaEncoding }).toString("base64url");
const toVerifier = (key: KeyObject) => (data: string, signature: string) =>
  verify("sha256", Buffer.from(data), { key, dsaEncoding }, Buffer.from(signature, "base64url"));

/** What is disclosed one by one: names at the top, and names below a name. */
export interface Disclosable {
  names: readonly string[];
  below: Readonly<Record<string, readonly string[]>>;
}

/** Signs a credential; each of the disclosable claims is hidden behind a digest of its own. */
export function signCredential(
  payload: SdJwtVcPayload,
  { names, below }: Disclosable,
  { kid, privateKey }: SigningKey,
): Promise<string> {
  const issuer = new SDJwtVcInstance({ ...hashing, signer: toSigner(privateKey), signAlg: signAlgorithm });
  const frame = Object.fromEntries(Object.entries(below).map(([name, inner]) => [name, { _sd: [...inner] }]));
  return issuer.issue<SdJwtVcPayload>(payload, { ...frame, _sd: [...names] } as never, { header: { kid } });
}

/** A credential whose signature, digests and times hold. */
export interface ReadCredential {
  payload: SdJwtVcPayload;
  header: Record<string, unknown>;
}

/**
 * Reads a credential with all it discloses. Throws where the signature is another's, a disclosure fits no digest or its
 * time is not now.
 */
export async function readCredential(
  token: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  now: Date,
): Promise<ReadCredential> {
  const key = await findKey(readKid(token));
  if (!key) throw new Error("An unknown key signed this credential.");
  const reader = new SDJwtInstance<SdJwtVcPayload>({ ...hashing, verifier: toVerifier(key) });
  const { header, payload } = await reader.verify(token, {
    currentDate: Math.floor(now.getTime() / 1000),
    skewSeconds: 60,
  });
  if (header?.["alg"] !== signAlgorithm || header["typ"] !== "dc+sd-jwt")
    throw new Error("This is no credential of this form.");
  await assertDisclosuresFit(reader, token);
  return { payload: payload as SdJwtVcPayload, header };
}

/**
 * Whose a credential that is kept here says it is, unproved: whether it holds is for its check to say. Undefined where it
 * cannot be read, or has the form before, which named nobody.
 */
export async function findHolderName(token: string): Promise<string | undefined> {
  try {
    const { [holderClaim]: holder } = (await new SDJwtInstance(hashing).getClaims(token)) as SdJwtVcPayload;
    return typeof holder === "string" ? holder : undefined;
  } catch {
    return undefined; // a spoilt one stands in the list with the others
  }
}

/** A disclosure that no digest names says nothing that was signed (RFC 9901, 7.1). */
async function assertDisclosuresFit(reader: SDJwtInstance<SdJwtVcPayload>, token: string): Promise<void> {
  const { jwt, disclosures = [] } = await reader.decode(token);
  const digests = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { _sd: hidden } = value as { _sd?: unknown };
    if (Array.isArray(hidden)) for (const digest of hidden) digests.add(String(digest));
    if (typeof (value as { "..."?: unknown })["..."] === "string") digests.add((value as { "...": string })["..."]);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(jwt?.payload);
  for (const { value } of disclosures) collect(value);
  const used = new Set<string>();
  for (const disclosure of disclosures) {
    const digest = Buffer.from(hashing.hasher(disclosure.encode())).toString("base64url");
    if (!digests.has(digest) || used.has(digest)) throw new Error("A disclosure fits no digest.");
    used.add(digest);
  }
}

/** Whom a presentation is for: it is worth nothing to anybody else, or later. */
export interface Audience {
  aud: string;
  nonce: string;
  now: Date;
}

/** A credential with only these claims disclosed, and the holder's signature over just that for one audience. */
export async function presentCredential(
  token: string,
  { names, below }: Disclosable,
  holderKey: KeyObject,
  { aud, nonce, now }: Audience,
): Promise<string> {
  const holder = new SDJwtInstance<SdJwtVcPayload>({
    ...hashing,
    kbSigner: toSigner(holderKey),
    kbSignAlg: signAlgorithm,
  });
  const toFrame = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, true]));
  const inner = Object.fromEntries(Object.entries(below).map(([name, list]) => [name, toFrame(list)]));
  return holder.present(token, { ...toFrame(names), ...inner } as never, {
    kb: { payload: { iat: Math.floor(now.getTime() / 1000), aud, nonce } },
  });
}

/** The key that a credential is bound to. */
export function toHolderKey(payload: SdJwtVcPayload): KeyObject | undefined {
  const { jwk } = (payload.cnf ?? {}) as { jwk?: JWK };
  return jwk && toPublicKey(jwk);
}

function readKid(token: string): string {
  const [head = ""] = token.split(".", 1);
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString("utf8")) as { kid?: unknown };
  return String(kid);
}

/** Whose signature shows a credential does not hold, or was made for somebody else or another time. */
export class BindingRefused extends Error {
  readonly why: "another-holder" | "another-audience";

  constructor(why: BindingRefused["why"]) {
    super(`The key binding does not hold: ${why}.`);
    this.why = why;
  }
}

/** A holder's signature may be so old, and their clock so far ahead. */
const bindingSeconds = 300;

/**
 * Reads what a holder shows: the credential, and their signature over just that, for this audience and nonce (RFC 9901,
 * 7.3). Throws BindingRefused for a signature that does not hold, and what `readCredential` throws.
 */
export async function readPresentation(
  presentation: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  { aud, nonce, now }: Audience,
): Promise<ReadCredential> {
  const read = await readCredential(presentation, findKey, now);
  const reader = new SDJwtInstance<SdJwtVcPayload>(hashing);
  const { kbJwt } = await reader.decode(presentation);
  const { header, payload } = kbJwt ?? {};
  if (!kbJwt || header?.["typ"] !== "kb+jwt" || header["alg"] !== signAlgorithm)
    throw new BindingRefused("another-holder");
  const key = toHolderKey(read.payload);
  const shown = `${presentation.slice(0, presentation.lastIndexOf("~"))}~`;
  const digest = Buffer.from(hashing.hasher(shown)).toString("base64url");
  const signed = presentation.slice(presentation.lastIndexOf("~") + 1);
  const [head = "", body = "", signature = ""] = signed.split(".");
  if (!key || payload?.["sd_hash"] !== digest || !toVerifier(key)(`${head}.${body}`, signature))
    throw new BindingRefused("another-holder");
  const age = now.getTime() / 1000 - Number(payload["iat"]);
  if (payload["aud"] !== aud || payload["nonce"] !== nonce || !(Math.abs(age) <= bindingSeconds))
    throw new BindingRefused("another-audience");
  return read;
}
