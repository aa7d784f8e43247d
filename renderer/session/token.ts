/**
 * The claims of a JWT; undefined if it cannot be decoded. Only the server checks the expiry, because a device's clock
 * may be wrong.
 */
function readClaims(token: string): Record<string, unknown> | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    return JSON.parse(atob(parts[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Returns whether a token can be decoded. */
export const isDecodable = (token: string): boolean => readClaims(token) !== undefined;

/** The subject claim of a token; empty if there is none. */
export const findSubject = (token: string): string => String(readClaims(token)?.["sub"] ?? "");
