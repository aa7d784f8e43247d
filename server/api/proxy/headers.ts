import type { FastifyRequest } from "fastify";

/** What is told of a request beside its headers. */
type Asker = Pick<FastifyRequest, "id" | "ip" | "ips" | "host" | "protocol">;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What one connection says to its other end alone (RFC 9110, 7.6.1), and what is told anew. */
const ofTheHop = ["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer", "upgrade"];
const toldAnew = ["expect", "forwarded", "x-real-ip", "x-forwarded-port", "x-forwarded-prefix", "x-forwarded-server"];
/** The wallet knows people by their bearer: cookies of this origin are none of its business. */
const kept: ReadonlySet<string> = new Set([...ofTheHop, ...toldAnew, "cookie", "x-http-method-override"]);

/** What an answer may say through us; cookies, policies and names of software stay behind. */
const said: ReadonlySet<string> = new Set([
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
  "x-server-time",
]);
/** A page of the other wallet knows best what it runs. */
const saidOfPage: ReadonlySet<string> = new Set(["content-security-policy", "permissions-policy", "referrer-policy"]);
/** Resumable uploads (tus 1.0.0). */
const ofUploads = /^(tus|upload)-/;

/** The headers of a call as the other wallet gets them: whose it is, and where it came from. */
export function toWalletHeaders(request: Asker, headers: Headers): Record<string, string | string[]> {
  const passed = Object.entries(headers).filter(
    (header): header is [string, string | string[]] => header[1] !== undefined && !kept.has(header[0]),
  );
  return {
    ...Object.fromEntries(passed),
    "x-request-id": request.id,
    // A proxy that TRUST_PROXY names has told where the call came from; what others say of it counts for nothing.
    "x-forwarded-for": (request.ips ?? [request.ip]).toReversed().join(", "),
    "x-forwarded-host": request.host,
    "x-forwarded-proto": request.protocol,
  };
}

/** The headers of an answer as the page gets them. `wallet` is where the other one lies: what it says of itself leads here. */
export function toPageHeaders(
  headers: Headers,
  { wallet, page }: { wallet: string; page: boolean },
): Record<string, string | string[]> {
  const passed = Object.entries(headers).filter(
    (header): header is [string, string | string[]] =>
      header[1] !== undefined &&
      (said.has(header[0]) || ofUploads.test(header[0]) || (page && saidOfPage.has(header[0]))),
  );
  const { location, ...rest } = Object.fromEntries(passed);
  return {
    ...(page ? {} : { "content-security-policy": "sandbox; default-src 'none'" }),
    ...rest,
    ...(typeof location === "string" && { location: toOwn(location, wallet) }),
  };
}

/** An address of the other wallet as ours: without its host, and without the path that it lies under. */
function toOwn(location: string, wallet: string): string {
  const base = new URL(wallet);
  if (!URL.canParse(location, base)) return location;
  const { origin, pathname, search, hash } = new URL(location, base);
  const under = base.pathname.replace(/\/+$/, "");
  if (origin !== base.origin || !location.match(/^(https?:|\/)/i)) return location;
  const own = pathname.startsWith(`${under}/`) ? pathname.slice(under.length) : pathname;
  return own + search + hash;
}
