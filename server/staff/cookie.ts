/*
 * The session cookie of the console. Scripts cannot read it, other sites cannot send it, and the prefix `__Host-` keeps
 * other hosts of the domain from setting it (RFC 6265bis, 4.1.3).
 */
const name = "__Host-sanad-staff";
const attributes = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** The token in a Cookie header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [key, value = ""] = part.trim().split("=");
    if (key === name && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** The Set-Cookie header for a session; it ends with the browser. */
export const toSessionCookie = (token: string): string => `${name}=${token}; ${attributes}`;

/** The Set-Cookie header that removes it. */
export const noSessionCookie = `${name}=; Max-Age=0; ${attributes}`;
