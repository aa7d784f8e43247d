import { holderClaim, choiceNamesClaim, toClaimName } from "#engine/contract/claim-names.ts";

/*
 * Verifies a presented credential in the visitor's browser: SD-JWT with key binding (RFC 9901, 7.3), the issuer's keys
 * (SD-JWT VC, 5) and its status list (Token Status List, 8.3). Trusts nothing of the service but signed data.
 */

/** A presentation, and the audience and nonce that it must be bound to. */
export interface PresentationProof {
  presentation: string;
  audience: string;
  nonce: string;
}

/** The claims that the page displays. Each must equal the signed one. */
export interface DisplayedClaims {
  holder?: string;
  facts: readonly { name: string; value: string }[];
  /** Translates a signed name into the page's language. */
  translate(text: string): string;
}

/** The checks: the issuer's signature, unchanged content, the holder's key binding, the status. */
export const checkNames = ["signature", "content", "holder", "status"] as const;
export type CheckName = (typeof checkNames)[number];
/** True: passed. False: failed. Undefined: not possible in this browser. */
export type Checks = Record<CheckName, boolean | undefined>;

/** Reads a path of this service; undefined if it does not answer. */
export type ReadText = (path: string) => Promise<string | undefined>;

type Json = Record<string, unknown>;
type Jwk = JsonWebKey & { kid?: string };
interface Jwt {
  header: Json;
  payload: Json;
  signed: string;
  signature: Uint8Array<ArrayBuffer>;
}

/** The largest age of a key binding, by the service's clock. */
const maxAgeSeconds = 300;

/** Runs all checks of a presentation. Never throws: a check that cannot be completed is false. */
export async function verifyPresentation(
  proof: PresentationProof,
  displayed: DisplayedClaims,
  now: Date,
  readText: ReadText,
): Promise<Checks> {
  const checks: Checks = { signature: false, content: false, holder: false, status: false };
  try {
    const parts = proof.presentation.split("~");
    const [issued = "", keyBinding = ""] = [parts[0], parts.at(-1)];
    const jwt = readJwt(issued);
    const keys = await readKeys(readText, jwt.payload["iss"]);
    if (!keys) return { signature: undefined, content: undefined, holder: undefined, status: undefined };
    checks.signature = jwt.header["typ"] === "dc+sd-jwt" && (await isSigned(jwt, findKey(keys, jwt)));
    const claims = await disclose(jwt.payload, parts.slice(1, -1));
    checks.content =
      claims !== undefined && matchesDisplayed(claims, displayed) && displaysAll(claims, jwt.payload, displayed);
    checks.holder = await isBound(proof, jwt.payload, readJwt(keyBinding), now);
    checks.status = checks.signature ? await isStatusValid(jwt.payload, keys, now, readText) : false;
  } catch {
    // Unreadable data proves nothing: the remaining checks stay false.
    return checks;
  }
  return checks;
}

async function readKeys(readText: ReadText, issuer: unknown): Promise<Jwk[] | undefined> {
  const text = await readText("/.well-known/jwt-vc-issuer");
  if (text === undefined) return undefined;
  const metadata = JSON.parse(text) as { issuer: string; jwks: { keys: Jwk[] } };
  return metadata.issuer === issuer ? metadata.jwks.keys : [];
}

const findKey = (keys: readonly Jwk[], { header }: Jwt) => keys.find(({ kid }) => kid === header["kid"]);

/** Inserts the disclosures into the claims. Returns undefined if a disclosure matches no digest or occurs twice. */
export async function disclose(payload: Json, disclosures: readonly string[]): Promise<Json | undefined> {
  if ((payload["_sd_alg"] ?? "sha-256") !== "sha-256") return undefined;
  const disclosed = new Map<string, unknown[]>();
  for (const disclosure of disclosures) {
    const digest = await hash(disclosure);
    if (disclosed.has(digest)) return undefined;
    disclosed.set(digest, JSON.parse(toText(fromBase64(disclosure))) as unknown[]);
  }
  const insert = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.flatMap((item) => {
        const digest = typeof item === "object" && item !== null ? (item as Json)["..."] : undefined;
        return digest === undefined ? [insert(item)] : take(disclosed, digest, 2).map((found) => insert(found[1]));
      });
    if (typeof value !== "object" || value === null) return value;
    const { _sd: digests = [], _sd_alg: _alg, ...rest } = value as { _sd?: unknown[] } & Json;
    const shown = digests.flatMap((digest) => take(disclosed, digest, 3));
    return Object.fromEntries([
      ...Object.entries(rest).map(([name, inner]): [string, unknown] => [name, insert(inner)]),
      ...shown.map((found): [string, unknown] => [String(found[1]), insert(found[2])]),
    ]);
  };
  const claims = insert(payload) as Json;
  return disclosed.size === 0 ? claims : undefined;
}

/** Takes a disclosure. Each is used once: a leftover matches no digest. */
function take(disclosed: Map<string, unknown[]>, digest: unknown, length: number): unknown[][] {
  const found = disclosed.get(String(digest));
  if (!found || found.length !== length) return [];
  disclosed.delete(String(digest));
  return [found];
}

/** Returns whether the displayed claims equal the signed ones. */
function matchesDisplayed(claims: Json, { holder, facts, translate }: DisplayedClaims): boolean {
  if (holder && claims[holderClaim] !== holder) return false;
  const names = (claims[choiceNamesClaim] ?? {}) as Json;
  return facts.every(({ name, value }) => {
    const claim = toClaimName(name);
    const signed = [claims[claim], names[claim]].filter((one) => one !== undefined).map(String);
    return signed.some((text) => text === value || translate(text) === value);
  });
}

/** Returns whether the page displays every claim that was disclosed to it. */
function displaysAll(claims: Json, signed: Json, { holder, facts }: DisplayedClaims): boolean {
  const displayed = new Set(facts.map(({ name }) => toClaimName(name)));
  if (holder) displayed.add(holderClaim);
  const names = Object.keys((claims[choiceNamesClaim] ?? {}) as Json);
  const disclosed = Object.keys(claims).filter((name) => !Object.hasOwn(signed, name) && name !== choiceNamesClaim);
  return [...disclosed, ...names].every((name) => displayed.has(name));
}

/** Returns whether the key of the credential signed this presentation for this audience just now. */
async function isBound(
  { presentation, audience, nonce }: PresentationProof,
  { cnf }: Json,
  binding: Jwt,
  now: Date,
): Promise<boolean> {
  const { jwk } = (cnf ?? {}) as { jwk?: Jwk };
  const { iat, aud, nonce: signedNonce, sd_hash: hashed } = binding.payload;
  const age = now.getTime() / 1000 - Number(iat);
  const shown = presentation.slice(0, presentation.lastIndexOf("~") + 1);
  return (
    binding.header["typ"] === "kb+jwt" &&
    aud === audience &&
    signedNonce === nonce &&
    Math.abs(age) <= maxAgeSeconds &&
    hashed === (await hash(shown)) &&
    (await isSigned(binding, jwk))
  );
}

/**
 * Returns whether the issuer's status list reports the credential as valid; undefined if this browser cannot read the
 * list.
 */
async function isStatusValid(
  payload: Json,
  keys: readonly Jwk[],
  now: Date,
  readText: ReadText,
): Promise<boolean | undefined> {
  const seconds = now.getTime() / 1000;
  if (typeof payload["exp"] === "number" && payload["exp"] < seconds) return false;
  const { status_list: entry } = (payload["status"] ?? {}) as { status_list?: { uri: string; idx: number } };
  if (!entry || typeof DecompressionStream === "undefined") return undefined;
  const text = await readText(new URL(entry.uri).pathname);
  if (text === undefined) return undefined;
  const list = readJwt(text);
  const {
    sub,
    exp,
    status_list: statusList,
  } = list.payload as {
    sub?: string;
    exp?: number;
    status_list?: { bits: number; lst: string };
  };
  const isOurs = list.header["typ"] === "statuslist+jwt" && (await isSigned(list, findKey(keys, list)));
  if (!isOurs || sub !== entry.uri || (exp ?? Infinity) < seconds || !statusList) return false;
  return (await readStatus(statusList, entry.idx)) === 0;
}

/** The status at an index of a packed status list. Indexes start at the lowest bit of the first byte. */
export async function readStatus({ bits, lst }: { bits: number; lst: string }, index: number): Promise<number> {
  const stream = new Blob([fromBase64(lst)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const perByte = 8 / bits;
  const byte = bytes[Math.floor(index / perByte)];
  if (byte === undefined) throw new Error("The list has no such index.");
  return (byte >> ((index % perByte) * bits)) & (2 ** bits - 1);
}

function readJwt(text: string): Jwt {
  const [header = "", payload = "", signature = ""] = text.split(".");
  return {
    header: JSON.parse(toText(fromBase64(header))) as Json,
    payload: JSON.parse(toText(fromBase64(payload))) as Json,
    signed: `${header}.${payload}`,
    signature: fromBase64(signature),
  };
}

const curve = { name: "ECDSA", namedCurve: "P-256" } as const;

async function isSigned({ header, signed, signature }: Jwt, jwk: Jwk | undefined): Promise<boolean> {
  if (!jwk || header["alg"] !== "ES256") return false;
  const { kty = "EC", crv = "P-256", x = "", y = "" } = jwk;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, curve, false, ["verify"]);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, new TextEncoder().encode(signed));
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
