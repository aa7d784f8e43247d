/** The claims of a three-part token; undefined for what cannot be read. Whether it has expired is the server's to judge: a device's clock may be wrong. */
function readClaims(token: string): Record<string, unknown> | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    return JSON.parse(atob(parts[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** True for a token that can be read. */
export const isDecodable = (token: string): boolean => readClaims(token) !== undefined;

/** Whose token it is, in the server's own name for them; empty when it does not say. */
export const findSubject = (token: string): string => String(readClaims(token)?.["sub"] ?? "");
