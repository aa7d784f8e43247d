/*
 * What the providers' drivers share: reading answers that nobody promised us, amounts, signatures.
 */
import { timingSafeEqual } from "node:crypto";
import { WalletError } from "#server/errors.ts";
import { ProviderRefusal } from "./http.ts";
import type { Delivery } from "./provider.ts";

/** How old a signed callback may be. */
const toleranceSeconds = 300;

/** The value at a path of keys and indexes; undefined where the way ends. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** As `pick`, for text or a number; empty when there is none. */
export function pickText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = pick(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** As `pickText`; a provider that leaves out what we cannot go on without is away. */
export function needText(value: unknown, ...path: readonly (string | number)[]): string {
  const found = pickText(value, ...path);
  if (found === "")
    throw new WalletError("unavailable", { cause: new Error(`The payment provider's answer lacks ${path.join(".")}`) });
  return found;
}

/** The first of a list that has this text at a path; undefined where there is none, or no list. */
export function findByText(list: unknown, text: string, ...path: readonly (string | number)[]): unknown {
  return Array.isArray(list) ? list.find((one) => pickText(one, ...path) === text) : undefined;
}

/** Secrets of one setting, the newest first: several at a time, so that they can be changed without losing a callback. */
export const listOf = (setting: string): string[] => setting.split(/[\s,]+/).filter((one) => one !== "");

/** The payment-redirect page for one session; `environment=production` is literal, also in the sandbox. */
export function toSdkUrl(page: string, family: string, paymentSessionId: string): string {
  return `${page}?${new URLSearchParams({ sdkProvider: family, paymentSessionId, environment: "production" }).toString()}`;
}

/** '3717.00': major units with two decimals, as Cashfree and PayPal take them. */
export function toDecimal(amountMinor: number): string {
  return (amountMinor / 100).toFixed(2);
}

/** Minor units of '3717.00' or 3717; NaN, which equals no amount, for anything else. */
export function fromDecimal(amount: unknown): number {
  return typeof amount === "number" || (typeof amount === "string" && /^\d{1,10}(\.\d{1,2})?$/.test(amount))
    ? Math.round(Number(amount) * 100)
    : Number.NaN;
}

/** Compares without telling by time where two texts differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Throws `badSignature` unless it holds. */
export function assertSigned(holds: boolean): void {
  if (!holds) throw new WalletError("badSignature");
}

/** Throws `badSignature` for a moment that is more than 300 s away from now. */
export function assertRecent(signedAtMs: number, { now }: Delivery): void {
  assertSigned(Number.isFinite(signedAtMs) && Math.abs(now.getTime() - signedAtMs) <= toleranceSeconds * 1000);
}

/** The JSON of a callback whose signature held; something else is a request that we do not understand (400). */
export function readJson({ rawBody }: Delivery): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8")) as unknown;
  } catch (error) {
    throw new WalletError("badRequest", { cause: error });
  }
}

/** `run`, or `otherwise` when the provider says no. */
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

/** A value that lives for a while, such as an access token: asked for once, again when it has run out. */
export function createTokens(ask: () => Promise<{ token: string; expiresAtMs: number }>): () => Promise<string> {
  let known: Promise<{ token: string; expiresAtMs: number }> | undefined;
  return async () => {
    const held = await known?.catch(() => undefined);
    if (held && held.expiresAtMs - 60_000 > Date.now()) return held.token;
    known = ask();
    return (await known).token;
  };
}
