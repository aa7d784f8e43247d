import { holderClaim, namesClaim, toClaimName } from "#engine/api/claim-names.ts";

/*
 * Checks what somebody shows, in the visitor's own browser: SD-JWT with key binding (RFC 9901, 7.3), the issuer's keys
 * (SD-JWT VC, 5) and its list of what is withdrawn (Token Status List, 8.3). Of the service it takes what is signed, and
 * nothing else on trust.
 */

/** What is shown, and what it must fit. */
export interface Proof {
  presentation: string;
  audience: string;
  nonce: string;
}

/** What the page says of it: each must be what was signed. */
export interface Claimed {
  holder?: string;
  facts: readonly { name: string; value: string }[];
  /** How a signed name reads in the language of the page. */
  translate(text: string): string;
}

/** What was checked: by the issuer's key, that nothing was changed, that its holder shows it now, that it was not withdrawn. */
export const checkNames = ["signature", "content", "holder", "standing"] as const;
export type CheckName = (typeof checkNames)[number];
/** True: it holds. False: it does not. Undefined: it could not be told here. */
export type Checks = Record<CheckName, boolean | undefined>;

/** Reads an address of this service: text, or undefined where it does not answer. */
export type ReadText = (path: string) => Promise<string | undefined>;

type Json = Record<string, unknown>;
type Jwk = JsonWebKey & { kid?: string };
interface Jwt {
  header: Json;
  payload: Json;
  signed: string;
  signature: Uint8Array<ArrayBuffer>;
}

/** A proof that is shown was made just now, by the service's clock. */
const freshSeconds = 300;

/** Everything that can be told of a proof at a moment. Never throws: what does not hold is false. */
export async function checkProof(proof: Proof, claimed: Claimed, now: Date, readText: ReadText): Promise<Checks> {
  const checks: Checks = { signature: false, content: false, holder: false, standing: false };
  try {
    const parts = proof.presentation.split("~");
    const [issued = "", keyBinding = ""] = [parts[0], parts.at(-1)];
    const jwt = readJwt(issued);
    const keys = await readKeys(readText, jwt.payload["iss"]);
    if (!keys) return { signature: undefined, content: undefined, holder: undefined, standing: undefined };
    checks.signature = jwt.header["typ"] === "dc+sd-jwt" && (await isSigned(jwt, findKey(keys, jwt)));
    const claims = await disclose(jwt.payload, parts.slice(1, -1));
    checks.content = claims !== undefined && fits(claims, claimed);
    checks.holder = await isBound(proof, jwt.payload, readJwt(keyBinding), now);
    checks.standing = checks.signature ? await stands(jwt.payload, keys, now, readText) : false;
  } catch {
    // What cannot be read proves nothing: the checks that were not reached stay false.
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

/** The claims with what is disclosed in its place; undefined where a disclosure fits no digest, or one comes twice. */
export async function disclose(payload: Json, disclosures: readonly string[]): Promise<Json | undefined> {
  if ((payload["_sd_alg"] ?? "sha-256") !== "sha-256") return undefined;
  const given = new Map<string, unknown[]>();
  for (const disclosure of disclosures) {
    const digest = await hash(disclosure);
    if (given.has(digest)) return undefined;
    given.set(digest, JSON.parse(toText(fromBase64(disclosure))) as unknown[]);
  }
  const open = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.flatMap((item) => {
        const digest = typeof item === "object" && item !== null ? (item as Json)["..."] : undefined;
        return digest === undefined ? [open(item)] : take(given, digest, 2).map((found) => open(found[1]));
      });
    if (typeof value !== "object" || value === null) return value;
    const { _sd: hidden = [], _sd_alg: _alg, ...rest } = value as { _sd?: unknown[] } & Json;
    const shown = hidden.flatMap((digest) => take(given, digest, 3));
    return Object.fromEntries([
      ...Object.entries(rest).map(([name, inner]): [string, unknown] => [name, open(inner)]),
      ...shown.map((found): [string, unknown] => [String(found[1]), open(found[2])]),
    ]);
  };
  const opened = open(payload) as Json;
  return given.size === 0 ? opened : undefined;
}

/** A disclosure is used once: what is left in the end fits no digest. */
function take(given: Map<string, unknown[]>, digest: unknown, length: number): unknown[][] {
  const found = given.get(String(digest));
  if (!found || found.length !== length) return [];
  given.delete(String(digest));
  return [found];
}

/** Whether the page says what was signed. */
function fits(claims: Json, { holder, facts, translate }: Claimed): boolean {
  if (holder && claims[holderClaim] !== holder) return false;
  const names = (claims[namesClaim] ?? {}) as Json;
  return facts.every(({ name, value }) => {
    const claim = toClaimName(name);
    const signed = [claims[claim], names[claim]].filter((one) => one !== undefined).map(String);
    return signed.some((text) => text === value || translate(text) === value);
  });
}

/** Signed by the key that the credential is bound to, over just this, for this address, and just now. */
async function isBound(
  { presentation, audience, nonce }: Proof,
  { cnf }: Json,
  binding: Jwt,
  now: Date,
): Promise<boolean> {
  const { jwk } = (cnf ?? {}) as { jwk?: Jwk };
  const { iat, aud, nonce: said, sd_hash: hashed } = binding.payload;
  const age = now.getTime() / 1000 - Number(iat);
  const shown = presentation.slice(0, presentation.lastIndexOf("~") + 1);
  return (
    binding.header["typ"] === "kb+jwt" &&
    aud === audience &&
    said === nonce &&
    Math.abs(age) <= freshSeconds &&
    hashed === (await hash(shown)) &&
    (await isSigned(binding, jwk))
  );
}

/** Whether the issuer's own list says that it stands; undefined where this browser cannot read the list. */
async function stands(
  payload: Json,
  keys: readonly Jwk[],
  now: Date,
  readText: ReadText,
): Promise<boolean | undefined> {
  const seconds = now.getTime() / 1000;
  if (typeof payload["exp"] === "number" && payload["exp"] < seconds) return false;
  const { status_list: place } = (payload["status"] ?? {}) as { status_list?: { uri: string; idx: number } };
  if (!place || typeof DecompressionStream === "undefined") return undefined;
  const text = await readText(new URL(place.uri).pathname);
  if (text === undefined) return undefined;
  const list = readJwt(text);
  const {
    sub,
    exp,
    status_list: packed,
  } = list.payload as {
    sub?: string;
    exp?: number;
    status_list?: { bits: number; lst: string };
  };
  const isOurs = list.header["typ"] === "statuslist+jwt" && (await isSigned(list, findKey(keys, list)));
  if (!isOurs || sub !== place.uri || (exp ?? Infinity) < seconds || !packed) return false;
  return (await readStatus(packed, place.idx)) === 0;
}

/** The status at a place of a packed list; places run from the lowest bit of the first byte. */
export async function readStatus({ bits, lst }: { bits: number; lst: string }, place: number): Promise<number> {
  const stream = new Blob([fromBase64(lst)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const perByte = 8 / bits;
  const byte = bytes[Math.floor(place / perByte)];
  if (byte === undefined) throw new Error("The list has no such place.");
  return (byte >> ((place % perByte) * bits)) & (2 ** bits - 1);
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
