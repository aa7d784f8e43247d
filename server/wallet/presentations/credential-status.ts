import { verify, type KeyObject } from "node:crypto";
import { inflateSync } from "node:zlib";
import type { JWK } from "jose";
import type { Services } from "#server/services.ts";
import { compileReader } from "#server/platform/untrusted.ts";
import { findPublicKey, lookUp, toPublicKey } from "../credentials/issuer-keys.ts";
import { IssuerMetadata, KeySet, SignedHeader, Status, StatusListClaims } from "#engine/contract/foreign-shapes.ts";

const metadataReader = compileReader("The issuer's metadata", IssuerMetadata);
const keySets = compileReader("The issuer's key set", KeySet);
const statuses = compileReader("The status", Status);
const listHeaders = compileReader("The status list's header", SignedHeader);
const listClaims = compileReader("The status list", StatusListClaims);

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
  const keys = await readPublished(issuer, async () => {
    const metadata = metadataReader.json(await ports.issuers.read(address));
    if (metadata.issuer !== issuer) return [];
    if (metadata.jwks !== undefined) return keySets.value(metadata.jwks).keys;
    return keySets.json(await ports.issuers.read(metadata.jwks_uri ?? "")).keys;
  });
  const key = keys.find((one) => one.kid === kid);
  return key && toPublicKey(key as JWK);
}

/** Reads published data. Throws IssuerUnavailable when that fails, or the data have another shape. */
async function readPublished<T>(issuer: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new IssuerUnavailable(issuer, cause);
  }
}

/** Maximum size of an unpacked list in bytes; 16 million one-bit entries take 2 MB. */
const maxUnpackedBytes = 16 * 1024 * 1024;

/**
 * Reads the status in the issuer's signed list (Token Status List, 8.3); true for a credential without status. Throws
 * for another status mechanism, because nothing is known then, and when the list is unreadable or invalid; LookupFailed
 * when it is ours.
 */
export async function hasValidStatus(
  services: StatusServices,
  issuer: string,
  status: unknown,
  now: Date,
): Promise<boolean> {
  if (status === undefined) return true;
  const { idx, uri } = statuses.value(status).status_list;
  const token = await readList(services, issuer, uri);
  const [head = "", body = "", signature = ""] = token.split(".");
  const { kid = "", typ } = listHeaders.jwtPart(head);
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
  const list = listClaims.jwtPart(body);
  if (!isSigned || list.sub !== uri || (list.exp ?? Infinity) * 1000 < now.getTime())
    throw new Error("The status list is invalid or expired.");
  const { bits, lst } = list.status_list;
  const bytes = inflateSync(Buffer.from(lst, "base64url"), { maxOutputLength: maxUnpackedBytes });
  const at = idx * bits;
  const byte = bytes[Math.floor(at / 8)];
  if (byte === undefined) throw new Error("The status list has no such index.");
  return ((byte >> (at % 8)) & (2 ** bits - 1)) === 0;
}

/** Our lists that a database integer can address. */
const ownList = /\/(\d{1,4})$/;

async function readList(services: StatusServices, issuer: string, uri: string): Promise<string> {
  if (issuer !== services.settings.publicUrl) return services.ports.issuers.read(uri);
  const number = ownList.exec(uri)?.[1];
  const signed = number === undefined ? undefined : await lookUp(services.statusLists.read(Number(number)));
  if (signed === undefined) throw new Error("The status list does not exist.");
  return signed.token;
}
