import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Settings } from "#server/platform/settings.ts";

/** The one Trusted Types policy, for worker scripts and validators. */
export const trustedTypesPolicy = "sanad";

const usualPolicy = toPolicy();
const permissions = "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()";

/** Strict headers on every reply: no inline script, no eval, no framing; styles of the page by nonce. */
export async function addSecurityHeaders(
  server: FastifyInstance,
  settings: Pick<Settings, "publicUrl">,
): Promise<void> {
  const secure = settings.publicUrl.startsWith("https:");
  await server.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  server.addHook("onRequest", (_request, reply, done) => {
    setPolicy(reply, usualPolicy);
    void reply.header("permissions-policy", permissions);
    done();
  });
  server.addHook("onSend", (_request, reply, payload, done) => {
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
    done(null, payload);
  });
}

/** The same for a reply that no hook sees. */
export function setHeadersByHand(reply: FastifyReply, requestId: string): void {
  setPolicy(reply, toPolicy());
  void reply.headers({
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions,
    "cache-control": "no-store",
  });
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
