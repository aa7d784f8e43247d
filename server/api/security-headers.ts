import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import helmet from "helmet";
import type { Settings } from "#server/platform/settings.ts";

/** The one Trusted Types policy, for worker scripts and validators. */
export const trustedTypesPolicy = "sanad";

const permissions = "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()";

/** Puts strict headers on every reply: no inline script, no eval, no framing, nothing stored unless its route says so; styles of the page by nonce. */
export type SetSecurityHeaders = (reply: FastifyReply) => void;

/** The headers are the same for every reply, and made once; also for replies that no hook sees. */
export function createSecurityHeaders({ publicUrl }: Pick<Settings, "publicUrl">): SetSecurityHeaders {
  const headers = {
    ...collectHelmet(publicUrl.startsWith("https:")),
    "content-security-policy": toPolicy(),
    "permissions-policy": permissions,
    "cache-control": "no-store",
  };
  return (reply) => void reply.headers(headers);
}

/** What helmet would set on each answer, asked once. */
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

/** Replaces the policy of one reply; for the few pages that need another. */
export function setPolicy(reply: FastifyReply, policy: string): void {
  void reply.header("content-security-policy", policy);
}

/** A fresh nonce for the styles of one page. */
export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** The policy of the app; a nonce opens the page's own styles, nothing opens scripts. */
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
