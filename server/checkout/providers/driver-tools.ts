/* Shared by the provider drivers: reading untyped responses, amounts, signatures. */
import { timingSafeEqual } from "node:crypto";
import { WalletError } from "#server/errors.ts";
import { ProviderRefusal } from "./http.ts";
import type { CallbackRequest } from "./provider.ts";

/** The maximum age of a signed callback. */
const toleranceSeconds = 300;

/** Returns the value at a path of keys and indexes, or undefined. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** As `pick`, for a text or number. Returns "" when there is none. */
export function pickText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = pick(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** As `pickText`. Throws `unavailable` when the response lacks a required value. */
export function requireText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = pickText(value, ...path);
  if (found === "")
    throw new WalletError("unavailable", { cause: new Error(`The payment provider's answer lacks ${path.join(".")}`) });
  return found;
}

/** Returns the first list entry with this text at a path, or undefined. */
export function findByText(list: unknown, text: string, ...path: readonly (string | number)[]): unknown {
  return Array.isArray(list) ? list.find((one) => pickText(one, ...path) === text) : undefined;
}

/** Splits a setting into its secrets, newest first. Several are valid at a time, so that a secret can be rotated. */
export const splitSecrets = (setting: string): string[] => setting.split(/[\s,]+/).filter((one) => one !== "");

/** Returns the payment-redirect page of one session. `environment=production` is literal, in the sandbox too. */
export function toSdkUrl(page: string, family: string, paymentSessionId: string): string {
  return `${page}?${new URLSearchParams({ sdkProvider: family, paymentSessionId, environment: "production" }).toString()}`;
}

/** Major units with two decimals ('3717.00'), as Cashfree and PayPal expect. */
export function toDecimal(amountMinor: number): string {
  return (amountMinor / 100).toFixed(2);
}

/** Minor units of '3717.00' or 3717. Returns NaN, which equals no amount, for anything else. */
export function fromDecimal(amount: unknown): number {
  return typeof amount === "number" || (typeof amount === "string" && /^\d{1,10}(\.\d{1,2})?$/.test(amount))
    ? Math.round(Number(amount) * 100)
    : Number.NaN;
}

/** Compares two texts in constant time. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Throws `badSignature` when the signature is not valid. */
export function assertSigned(isValid: boolean): void {
  if (!isValid) throw new WalletError("badSignature");
}

/** Throws `badSignature` for a time that is more than 300 s away from now. */
export function assertRecent(signedAtMs: number, { now }: CallbackRequest): void {
  assertSigned(Number.isFinite(signedAtMs) && Math.abs(now.getTime() - signedAtMs) <= toleranceSeconds * 1000);
}

/** Parses the JSON of a verified callback. Throws 400 for anything else. */
export function readJson({ rawBody }: CallbackRequest): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8")) as unknown;
  } catch (error) {
    throw new WalletError("badRequest", { cause: error });
  }
}

/** Runs `run`, or `otherwise` when the provider refuses. */
export async function unlessRefused<T>(
  run: () => Promise<T>,
  otherwise: (refusal: ProviderRefusal) => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderRefusal) return otherwise(error);
    throw error;
  }
}

/** Caches an access token until one minute before it expires. */
export function createTokenCache(
  requestToken: () => Promise<{ token: string; expiresAtMs: number }>,
): () => Promise<string> {
  let known: Promise<{ token: string; expiresAtMs: number }> | undefined;
  return async () => {
    const cached = await known?.catch(() => undefined);
    if (cached && cached.expiresAtMs - 60_000 > Date.now()) return cached.token;
    known = requestToken();
    return (await known).token;
  };
}
