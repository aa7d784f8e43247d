/** Past its expiry in epoch seconds; -1 never is. `now` is ISO 8601. */
export function isPastExpiry(expirySeconds: number, now: string): boolean {
  return expirySeconds !== -1 && Date.parse(now) > expirySeconds * 1000;
}
