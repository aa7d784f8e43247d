import type { FastifyRequest } from "fastify";

/** Properties of a request beside its headers. */
type ClientRequest = Pick<FastifyRequest, "id" | "ip" | "ips" | "host" | "protocol">;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Request headers that pass. Cookies, forwarding headers and everything unknown do not. */
const passedRequestHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-length",
  "content-type",
  "host", // the other wallet's, set by the library
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
  "user-agent",
  "x-partner-org-id",
]);
/** Signatures of callbacks; each provider has its own. */
const signatureHeaders = /^(x-webhook-(signature|timestamp)|stripe-signature|paypal-[a-z-]+)$/;

/** Response headers that pass. Cookies, policies and server names do not. */
const passedHeaders: ReadonlySet<string> = new Set([
  "accept-ranges",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "location",
  "retry-after",
  "vary",
  "www-authenticate",
  "x-server-time",
]);
/** A page of the other wallet keeps its own policies. */
const pagePolicies: ReadonlySet<string> = new Set(["content-security-policy", "permissions-policy", "referrer-policy"]);
/** Resumable uploads (tus 1.0.0). */
const uploadHeaders = /^(tus|upload)-/;

/** Returns whether a request header passes to the other wallet. */
export const passesToWallet = (name: string): boolean =>
  passedRequestHeaders.has(name) || uploadHeaders.test(name) || signatureHeaders.test(name);

/** Returns the request headers for the other wallet, with the client's origin. */
export function toWalletHeaders(request: ClientRequest, headers: Headers): Record<string, string | string[]> {
  const passed = Object.entries(headers).filter(
    (header): header is [string, string | string[]] => header[1] !== undefined && passesToWallet(header[0]),
  );
  return {
    ...Object.fromEntries(passed),
    "x-request-id": request.id,
    // TRUST_PROXY decides which proxy's address list counts.
    "x-forwarded-for": (request.ips ?? [request.ip]).toReversed().join(", "),
    "x-forwarded-host": request.host,
    "x-forwarded-proto": request.protocol,
  };
}

/** Returns the response headers for the page. Addresses below `wallet` become our own. */
export function toPageHeaders(
  headers: Headers,
  { wallet, page }: { wallet: string; page: boolean },
): Record<string, string | string[]> {
  const passed = Object.entries(headers).filter(
    (header): header is [string, string | string[]] =>
      header[1] !== undefined &&
      (passedHeaders.has(header[0]) || uploadHeaders.test(header[0]) || (page && pagePolicies.has(header[0]))),
  );
  const { location, ...rest } = Object.fromEntries(passed);
  return {
    ...(page ? {} : { "content-security-policy": "sandbox; default-src 'none'" }),
    ...rest,
    ...(typeof location === "string" && { location: toOwnAddress(location, wallet) }),
  };
}

/** Removes the other wallet's host and base path from an address. */
function toOwnAddress(location: string, wallet: string): string {
  const base = new URL(wallet);
  if (!URL.canParse(location, base)) return location;
  const { origin, pathname, search, hash } = new URL(location, base);
  const under = base.pathname.replace(/\/+$/, "");
  if (origin !== base.origin || !location.match(/^(https?:|\/)/i)) return location;
  const own = pathname.startsWith(`${under}/`) ? pathname.slice(under.length) : pathname;
  return own + search + hash;
}
