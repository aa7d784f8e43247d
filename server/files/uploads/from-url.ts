import type { Readable } from "node:stream";
import { refuseField, WalletError } from "#server/errors.ts";
import { openOutside, OutsideRefused } from "#server/platform/open-outside.ts";

export const fetchMaxBytes = 5 * 1024 * 1024;

/** The url when it is https, without credentials or a port of its own, on exactly one of the allowed hosts. Throws 106 at /url. */
export function getAllowedUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const ok =
    url &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.port === "" &&
    allowedHosts.includes(url.hostname);
  if (!url || !ok) throw refuseField("/url", "url", "address-not-allowed");
  return url;
}

/** Opens an allowed url. Throws 106 at /url, 120. */
export async function openUrl(url: URL): Promise<Readable> {
  return openOutside(url, fetchMaxBytes).catch((error: unknown) => {
    if (!(error instanceof OutsideRefused) || error.why === "away")
      throw new WalletError("unavailable", { retryAfterSeconds: 30, cause: error });
    throw refuseField("/url", "url", error.why === "inside" ? "address-not-allowed" : "address-without-file");
  });
}
