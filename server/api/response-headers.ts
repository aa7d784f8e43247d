import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet from "helmet";
import type { Clock } from "#server/platform/clock.ts";
import type { Settings } from "#server/platform/settings.ts";

/** The only Trusted Types policy, for worker scripts and validators. */
const trustedTypesPolicy = "sanad";

const permissions = "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()";

/**
 * Sets strict headers on a reply: no inline script, no eval, no framing, no caching by default; page styles by nonce.
 */
export type SetSecurityHeaders = (reply: FastifyReply) => void;

/** Creates the setter. The headers are the same for every reply, also for replies without hooks. */
export function createSecurityHeaders({ publicUrl }: Pick<Settings, "publicUrl">): SetSecurityHeaders {
  const headers = {
    ...collectHelmet(publicUrl.startsWith("https:")),
    "content-security-policy": toPolicy(),
    "permissions-policy": permissions,
    "cache-control": "no-store",
  };
  return (reply) => void reply.headers(headers);
}

/** Collects helmet's headers once. */
function collectHelmet(isSecure: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return headers;
}

/** Replaces the policy of one reply, for the few pages with another. */
export function setPolicy(reply: FastifyReply, policy: string): void {
  void reply.header("content-security-policy", policy);
}

/** Creates a nonce for the styles of one page. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Builds the app's policy. A nonce allows the page's own styles, but no scripts. */
export function toPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicy}`,
  ].join("; ");
}

/** The response header with the server's time, in milliseconds since 1970. */
const serverTimeHeader = "x-server-time";

/** Adds the server's time to every response, because pages do not trust the device's clock. */
export function addServerTime(app: FastifyInstance, clock: Pick<Clock, "lastKnownMs">): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    void reply.header(serverTimeHeader, Math.round(clock.lastKnownMs()));
    done(null, payload);
  });
}
