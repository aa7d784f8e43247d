import { verify, type KeyObject } from "node:crypto";
import { inflateSync } from "node:zlib";
import { decodeProtectedHeader, type JWK } from "jose";
import type { Services } from "#server/services.ts";
import { findPublicKey, lookUp, toPublicKey } from "../credentials/issuer-keys.ts";

type StatusServices = Pick<Services, "db" | "secrets" | "settings" | "ports" | "statusLists">;

/** The issuer's published data cannot be read now. */
export class IssuerUnavailable extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`${issuer} does not answer.`, { cause });
  }
}

/** A key of an issuer by `kid`: ours from the database, others from their metadata (SD-JWT VC, 5). */
export async function findIssuerKey(
  { db, settings, ports }: StatusServices,
  issuer: string,
  kid: string,
): Promise<KeyObject | undefined> {
  if (issuer === settings.publicUrl) return findPublicKey(db, kid);
  const { origin, pathname } = new URL(issuer);
  const address = `${origin}/.well-known/jwt-vc-issuer${pathname === "/" ? "" : pathname}`;
  const read = async (from: string): Promise<unknown> =>
    JSON.parse(
      await ports.issuers.read(from).catch((cause: unknown) => {
        throw new IssuerUnavailable(issuer, cause);
      }),
    );
  const metadata = (await read(address)) as { issuer?: unknown; jwks?: { keys: JWK[] }; jwks_uri?: string };
  if (metadata.issuer !== issuer) return undefined;
  const { keys } = metadata.jwks ?? ((await read(String(metadata.jwks_uri))) as NonNullable<typeof metadata.jwks>);
  const key = keys.find((one) => one.kid === kid);
  return key && toPublicKey(key);
}

/** Maximum size of an unpacked list in bytes; 16 million one-bit entries take 2 MB. */
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * Reads the status in the issuer's signed list (Token Status List, 8.3); true for a credential without status list.
 * Throws when the list is unreadable or invalid, LookupFailed when it is ours.
 */
export async function hasValidStatus(
  services: StatusServices,
  issuer: string,
  status: unknown,
  now: Date,
): Promise<boolean> {
  const { status_list: entry } = (status ?? {}) as { status_list?: { idx: number; uri: string } };
  if (!entry) return true;
  const token = await readList(services, issuer, entry.uri);
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
  if (!isSigned || list.sub !== entry.uri || (list.exp ?? Infinity) * 1000 < now.getTime())
    throw new Error("The status list is invalid or expired.");
  const { bits, lst } = list.status_list;
  const bytes = inflateSync(Buffer.from(lst, "base64url"), { maxOutputLength: maxUnpackedBytes });
  const at = entry.idx * bits;
  const byte = bytes[Math.floor(at / 8)];
  if (byte === undefined) throw new Error("The status list has no such index.");
  return ((byte >> (at % 8)) & (2 ** bits - 1)) === 0;
}

async function readList(services: StatusServices, issuer: string, uri: string): Promise<string> {
  if (issuer !== services.settings.publicUrl) return services.ports.issuers.read(uri);
  const number = Number(/\/(\d{1,9})$/.exec(uri)?.[1]);
  const signed = await lookUp(services.statusLists.read(number));
  if (signed === undefined) throw new Error("The status list does not exist.");
  return signed.token;
}
