import type { Readable } from "node:stream";
import { invalidField, WalletError } from "#server/errors.ts";
import { openPublicUrl, UrlRefused } from "#server/platform/open-public-url.ts";

export const fetchMaxBytes = 5 * 1024 * 1024;

/** Accepts an https address on an allowed host, without credentials or port. Throws 106 at /url. */
export function getAllowedUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const ok =
    url &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.port === "" &&
    allowedHosts.includes(url.hostname);
  if (!url || !ok) throw invalidField("/url", "url", "address-not-allowed");
  return url;
}

/** Opens an accepted address. Throws 106 at /url, and 120. */
export async function openUrl(url: URL): Promise<Readable> {
  return openPublicUrl(url, fetchMaxBytes).catch((error: unknown) => {
    if (!(error instanceof UrlRefused) || error.reason === "unreachable")
      throw new WalletError("unavailable", { retryAfterSeconds: 30, cause: error });
    throw invalidField(
      "/url",
      "url",
      error.reason === "private-network" ? "address-not-allowed" : "address-without-file",
    );
  });
}
