/** Returns whether an expiry (epoch seconds; -1 never expires) has passed. `now` is ISO 8601. */
export function isPastExpiry(expirySeconds: number, now: string): boolean {
  return expirySeconds !== -1 && Date.parse(now) > expirySeconds * 1000;
}
