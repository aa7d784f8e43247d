import { createHash, randomBytes, sign, verify, type KeyObject } from "node:crypto";
import { SDJwtInstance } from "@sd-jwt/core";
import { SDJwtVcInstance, type SdJwtVcPayload } from "@sd-jwt/sd-jwt-vc";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { compileReader, ShapeError } from "#server/platform/untrusted.ts";
import { signAlgorithm, toPublicKey, type SigningKey } from "./issuer-keys.ts";
import { Confirmation, KeyBinding, SignedHeader } from "#engine/contract/foreign-shapes.ts";

/* SD-JWT (RFC 9901) and SD-JWT VC. The library encodes and verifies; node:crypto signs, hashes and makes the salts. */
const hashing = {
  hashAlg: "sha-256",
  hasher: (data: string | ArrayBuffer) =>
    createHash("sha256")
      .update(typeof data === "string" ? data : Buffer.from(data))
      .digest(),
  saltGenerator: () => randomBytes(16).toString("base64url"),
} as const;

/** JOSE signatures are the two numbers in sequence, not DER. */
const dsaEncoding = "ieee-p1363";
const toSigner = (key: KeyObject) => (data: string) =>
  sign("sha256", Buffer.from(data), { key, dsaEncoding }).toString("base64url");
const toVerifier = (key: KeyObject) => (data: string, signature: string) =>
  verify("sha256", Buffer.from(data), { key, dsaEncoding }, Buffer.from(signature, "base64url"));

/** Claims that are disclosed one by one, at the top level and one level below. */
export interface DisclosableClaims {
  names: readonly string[];
  nested: Readonly<Record<string, readonly string[]>>;
}

/** Signs a credential. Each disclosable claim is hidden behind its own digest. */
export function signCredential(
  payload: SdJwtVcPayload,
  { names, nested }: DisclosableClaims,
  { kid, privateKey }: SigningKey,
): Promise<string> {
  const issuer = new SDJwtVcInstance({ ...hashing, signer: toSigner(privateKey), signAlg: signAlgorithm });
  const frame = Object.fromEntries(Object.entries(nested).map(([name, inner]) => [name, { _sd: [...inner] }]));
  return issuer.issue<SdJwtVcPayload>(payload, { ...frame, _sd: [...names] } as never, { header: { kid } });
}

/** A credential with valid signature, digests and times. */
export interface VerifiedCredential {
  payload: SdJwtVcPayload;
  header: Record<string, unknown>;
}

/**
 * Verifies a credential with its disclosures. Throws for a foreign signature, a disclosure without digest, or a time
 * out of range.
 */
export async function verifyCredential(
  token: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  now: Date,
): Promise<VerifiedCredential> {
  const key = await findKey(readKid(token));
  if (!key) throw new Error("An unknown key signed this credential.");
  const reader = new SDJwtInstance<SdJwtVcPayload>({ ...hashing, verifier: toVerifier(key) });
  const { header, payload } = await reader.verify(token, {
    currentDate: Math.floor(now.getTime() / 1000),
    skewSeconds: 60,
  });
  if (header?.["alg"] !== signAlgorithm || header["typ"] !== "dc+sd-jwt")
    throw new Error("The credential has another format.");
  await assertDisclosuresFit(reader, token);
  return { payload: payload as SdJwtVcPayload, header };
}

/**
 * The holder name in a stored credential, without verification of the signature. Undefined when it is unreadable or in
 * the former format, which had no holder name.
 */
export async function findHolderName(token: string): Promise<string | undefined> {
  try {
    const { [holderClaim]: holder } = (await new SDJwtInstance(hashing).getClaims(token)) as SdJwtVcPayload;
    return typeof holder === "string" ? holder : undefined;
  } catch {
    return undefined; // a damaged credential stays in the list
  }
}

/** A disclosure without a matching digest was never signed (RFC 9901, 7.1). */
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
    if (!digests.has(digest) || used.has(digest)) throw new Error("A disclosure matches no digest.");
    used.add(digest);
  }
}

/** The only recipient and time that a presentation is valid for. */
export interface Audience {
  aud: string;
  nonce: string;
  now: Date;
}

/** A credential with the named claims disclosed, and the holder's signature over exactly that for one audience. */
export async function presentCredential(
  token: string,
  { names, nested }: DisclosableClaims,
  holderKey: KeyObject,
  { aud, nonce, now }: Audience,
): Promise<string> {
  const holder = new SDJwtInstance<SdJwtVcPayload>({
    ...hashing,
    kbSigner: toSigner(holderKey),
    kbSignAlg: signAlgorithm,
  });
  const toFrame = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, true]));
  const inner = Object.fromEntries(Object.entries(nested).map(([name, list]) => [name, toFrame(list)]));
  return holder.present(token, { ...toFrame(names), ...inner } as never, {
    kb: { payload: { iat: Math.floor(now.getTime() / 1000), aud, nonce } },
  });
}

const credentialHeaders = compileReader("The credential's header", SignedHeader);
const confirmations = compileReader("The credential's holder key", Confirmation);
const keyBindings = compileReader("The holder's signature", KeyBinding);

/** The `kid`; empty without one, which names no key. */
const readKid = (token: string): string => credentialHeaders.jwtPart(token.split(".", 1)[0]).kid ?? "";

/** The holder's signature is invalid, or is for another audience or time. */
export class KeyBindingError extends Error {
  readonly reason: "another-holder" | "another-audience";

  constructor(why: KeyBindingError["reason"]) {
    super(`The key binding is invalid: ${why}.`);
    this.reason = why;
  }
}

/** Maximum age of a holder's signature, and maximum clock skew of the holder, in seconds. */
const bindingSeconds = 300;

/**
 * Verifies a presentation: the credential, and the holder's signature for this audience and nonce (RFC 9901, 7.3).
 * Throws KeyBindingError for an invalid signature, and the errors of `verifyCredential`.
 */
export async function verifySdJwtPresentation(
  presentation: string,
  findKey: (kid: string) => Promise<KeyObject | undefined>,
  { aud, nonce, now }: Audience,
): Promise<VerifiedCredential> {
  const read = await verifyCredential(presentation, findKey, now);
  const { header, binding } = await readKeyBinding(presentation);
  if (header?.["typ"] !== "kb+jwt" || header["alg"] !== signAlgorithm) throw new KeyBindingError("another-holder");
  const key = toPublicKey(confirmations.value(read.payload.cnf).jwk);
  const withoutBinding = `${presentation.slice(0, presentation.lastIndexOf("~"))}~`;
  const digest = Buffer.from(hashing.hasher(withoutBinding)).toString("base64url");
  const signed = presentation.slice(presentation.lastIndexOf("~") + 1);
  const [head = "", body = "", signature = ""] = signed.split(".");
  if (binding.sd_hash !== digest || !toVerifier(key)(`${head}.${body}`, signature))
    throw new KeyBindingError("another-holder");
  const age = now.getTime() / 1000 - binding.iat;
  if (binding.aud !== aud || binding.nonce !== nonce || !(Math.abs(age) <= bindingSeconds))
    throw new KeyBindingError("another-audience");
  return read;
}

/** The holder's signature, not verified. Throws KeyBindingError when it is missing or has another shape. */
async function readKeyBinding(presentation: string) {
  const { kbJwt } = await new SDJwtInstance<SdJwtVcPayload>(hashing).decode(presentation);
  try {
    return { header: kbJwt?.header, binding: keyBindings.value(kbJwt?.payload) };
  } catch (error) {
    if (error instanceof ShapeError) throw new KeyBindingError("another-holder");
    throw error;
  }
}
