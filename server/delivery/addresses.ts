import { notFound } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Settings } from "#server/platform/settings.ts";

/** An address that a driver sends works for a day: the next attempt has new ones. */
const sentSeconds = 86_400;
/** One on the page with the files, which makes new ones. */
const shownSeconds = 15 * 60;

/** The path of files for evaluation partners. */
export const filesPath = "/deliveries/files";
/** The path of the page with the files. */
export const pagePath = "/deliveries/open";

/** A file of a delivery. */
export interface AddressedFile {
  deliveryId: string;
  round: number;
  name: string;
}

/** The address of a file, which works without a session for as long. */
export function toFileAddress(
  { secrets, settings }: { secrets: Secrets; settings: Pick<Settings, "publicUrl"> },
  file: AddressedFile,
  { now, shown = false }: { now: Date; shown?: boolean },
): string {
  const expires = Math.floor(now.getTime() / 1000) + (shown ? shownSeconds : sentSeconds);
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

/** The page with the files of a delivery, and its code of eight digits. The same for every attempt of a round. */
export function toPage(
  { secrets, settings }: { secrets: Secrets; settings: Pick<Settings, "publicUrl"> },
  delivery: { id: string; round: number },
): { url: string; code: string } {
  return {
    url: `${settings.publicUrl}${pagePath}/${delivery.id}.${delivery.round}.${secrets.hmac("delivery-link", toLinked(delivery))}`,
    code: toCode(secrets.hmac("delivery-link", toCoded(delivery))),
  };
}

/** The delivery and round that a link names. Throws 404 (104) when it is not signed. */
export function readLink(secrets: Secrets, link: string): { id: string; round: number } {
  const [id = "", round = "", signature = ""] = link.split(".");
  const delivery = { id, round: Number(round) };
  if (secrets.findKeyId("delivery-link", toLinked(delivery), signature) === undefined) throw notFound("link");
  return delivery;
}

/** Returns whether a code opens the page of a delivery, by any key of the list. */
export const isCode = (secrets: Secrets, delivery: { id: string; round: number }, code: string): boolean =>
  secrets.hmacs("delivery-link", toCoded(delivery)).some((hash) => toCode(hash) === code.replace(/\D/g, ""));

const toLinked = ({ id, round }: { id: string; round: number }): string => `link ${id} ${round}`;
const toCoded = ({ id, round }: { id: string; round: number }): string => `code ${id} ${round}`;

const toCode = (hash: string): string =>
  String(Buffer.from(hash, "base64url").readUInt32BE(0) % 100_000_000).padStart(8, "0");
