import { verify, type KeyObject } from "node:crypto";
import { inflateSync } from "node:zlib";
import { decodeProtectedHeader, type JWK } from "jose";
import type { Services } from "#server/services.ts";
import { findPublicKey, lookUp, toPublicKey } from "../credentials/issuer-keys.ts";
import { signStatusList } from "../credentials/status-list.ts";

type StandingServices = Pick<Services, "db" | "secrets" | "settings" | "ports">;

/** What an issuer publishes cannot be read now. */
export class IssuerAway extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`${issuer} does not answer.`, { cause });
  }
}

/** A key of an issuer by its name: ours from the database, another's from where SD-JWT VC (5) has it published. */
export async function findIssuerKey(
  { db, settings, ports }: StandingServices,
  issuer: string,
  kid: string,
): Promise<KeyObject | undefined> {
  if (issuer === settings.publicUrl) return findPublicKey(db, kid);
  const { origin, pathname } = new URL(issuer);
  const address = `${origin}/.well-known/jwt-vc-issuer${pathname === "/" ? "" : pathname}`;
  const read = async (from: string): Promise<unknown> =>
    JSON.parse(
      await ports.issuers.read(from).catch((cause: unknown) => {
        throw new IssuerAway(issuer, cause);
      }),
    );
  const metadata = (await read(address)) as { issuer?: unknown; jwks?: { keys: JWK[] }; jwks_uri?: string };
  if (metadata.issuer !== issuer) return undefined;
  const { keys } = metadata.jwks ?? ((await read(String(metadata.jwks_uri))) as NonNullable<typeof metadata.jwks>);
  const key = keys.find((one) => one.kid === kid);
  return key && toPublicKey(key);
}

/** Bytes of a list, unpacked: sixteen million places of one bit are two. */
const unpackedMax = 16 * 1024 * 1024;

/**
 * Whether a credential stands, by the list that its issuer signs (Token Status List, 8.3); one that names no list stands.
 * Throws where the list cannot be read or does not hold, LookupFailed where it is ours.
 */
export async function isStanding(
  services: StandingServices,
  issuer: string,
  status: unknown,
  now: Date,
): Promise<boolean> {
  const { status_list: place } = (status ?? {}) as { status_list?: { idx: number; uri: string } };
  if (!place) return true;
  const token = await readList(services, issuer, place.uri);
  const [head = "", body = "", signature = ""] = token.split(".");
  const { kid = "", typ } = decodeProtectedHeader(token);
  const key = await findIssuerKey(services, issuer, kid);
  const isSigned =
    key &&
    typ === "statuslist+jwt" &&
    verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
  const list = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as {
    sub?: unknown;
    exp?: number;
    status_list: { bits: number; lst: string };
  };
  if (!isSigned || list.sub !== place.uri || (list.exp ?? Infinity) * 1000 < now.getTime())
    throw new Error("The list of what was withdrawn does not hold.");
  const { bits, lst } = list.status_list;
  const bytes = inflateSync(Buffer.from(lst, "base64url"), { maxOutputLength: unpackedMax });
  const at = place.idx * bits;
  const byte = bytes[Math.floor(at / 8)];
  if (byte === undefined) throw new Error("The list has no such place.");
  return ((byte >> (at % 8)) & (2 ** bits - 1)) === 0;
}

async function readList(services: StandingServices, issuer: string, uri: string): Promise<string> {
  if (issuer !== services.settings.publicUrl) return services.ports.issuers.read(uri);
  const number = Number(/\/(\d{1,9})$/.exec(uri)?.[1]);
  const token = await lookUp(signStatusList(services, number));
  if (token === undefined) throw new Error("There is no such list.");
  return token;
}
