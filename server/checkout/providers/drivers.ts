import type pg from "pg";
import { WalletError } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { SettingsError } from "#server/platform/settings.ts";
import { callProvider } from "./http.ts";
import { providers } from "./index.ts";
import type { Credentials, Provider, ProviderEntry } from "./provider.ts";
import { createSandboxpay } from "./sandboxpay.ts";

/** The providers that can be paid through here. */
export interface PaymentProviders {
  find(name: string): Provider | undefined;
  /** Throws `unavailable`: an order of a provider that is no longer connected. */
  get(name: string): Provider;
}

/** Every variable that some provider reads. */
const paymentVariables: readonly string[] = [
  ...new Set(Object.values(providers).flatMap(({ variables, options = [] }) => [...variables, ...options])),
];

/** Which variables are missing of providers that were given some but not all. */
export function findIncomplete(credentials: Partial<Credentials>): string[] {
  const missing = Object.values(providers).flatMap(({ variables }) => {
    const absent = variables.filter((name) => !credentials[name]);
    return absent.length === variables.length ? [] : absent;
  });
  return [...new Set(missing)];
}

/**
 * The credentials that the environment gives. A provider with half of them is a mistake that nobody would notice before
 * the first payment: throws SettingsError.
 */
export function readCredentials(source: Record<string, string | undefined>): Record<string, string> {
  const given = Object.fromEntries(paymentVariables.flatMap((name) => (source[name] ? [[name, source[name]]] : [])));
  const missing = findIncomplete(given);
  if (missing.length > 0) throw new SettingsError(`Payment providers lack settings: ${missing.join(", ")}.`);
  return given;
}

/** Picks a driver per provider: the real one where its credentials are set, else the sandbox's, else none. The sandbox's give nothing back while `refundsFail`. */
export function createPaymentProviders(
  settings: { payments: Credentials; sandbox: boolean; publicUrl: string },
  pool: pg.Pool,
  secrets: Secrets,
  refundsFail: () => boolean,
): PaymentProviders {
  const connected = new Map<string, Provider>();
  for (const [name, entry] of Object.entries(providers)) {
    const driver = isConfigured(entry, settings.payments)
      ? entry.connect(settings.payments, callProvider)
      : settings.sandbox
        ? createSandboxpay(name, entry, { pool, secrets, refundsFail, publicUrl: settings.publicUrl })
        : undefined;
    if (driver) connected.set(name, driver);
  }
  return {
    find: (name) => connected.get(name),
    get: (name) => {
      const provider = connected.get(name);
      if (!provider) throw new WalletError("unavailable", { retryAfterSeconds: 60 });
      return provider;
    },
  };
}

function isConfigured({ variables }: ProviderEntry, credentials: Credentials): boolean {
  return variables.every((name) => credentials[name]);
}
