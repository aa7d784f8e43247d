import { notFound } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Settings } from "#server/platform/settings.ts";

/** An address works for an hour: the next attempt, and the page with the files, have new ones. */
const validSeconds = 3600;

/** The path of files for evaluation partners. */
const filesPath = "/deliveries/files";
/** A file of a delivery. */
export interface AddressedFile {
  deliveryId: string;
  round: number;
  name: string;
}

/** The address of a file, which works without a session. */
export function toFileAddress(
  { secrets, settings }: { secrets: Secrets; settings: Pick<Settings, "publicUrl"> },
  file: AddressedFile,
  now: Date,
): string {
  const expires = Math.floor(now.getTime() / 1000) + validSeconds;
  const plain = [file.deliveryId, file.round, expires].join(".");
  const signature = secrets.hmac("delivery-file", toSigned(plain, file.name));
  return `${settings.publicUrl}${filesPath}/${plain}.${signature}/${encodeURIComponent(file.name)}`;
}

/** Reads the two last parts of an address. Throws 404 (104) when it has expired or is not signed. */
export function readFileAddress(secrets: Secrets, address: string, name: string, now: Date): AddressedFile {
  const [deliveryId = "", round = "", expires = "", signature = ""] = address.split(".");
  const signed = toSigned([deliveryId, round, expires].join("."), name);
  const isSigned = secrets.findKeyId("delivery-file", signed, signature) !== undefined;
  if (!isSigned || Number(expires) * 1000 <= now.getTime()) throw notFound("file");
  return { deliveryId, round: Number(round), name };
}

const toSigned = (plain: string, name: string): string => `file ${plain} ${name}`;
