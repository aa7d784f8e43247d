import { createHmac, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type pg from "pg";
import { WalletError } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { CallProvider } from "./http.ts";
import type { Credentials, Provider, ProviderEntry, PaymentReport } from "./provider.ts";

const makeKeyPair = promisify(generateKeyPair);
let keys: Promise<{ privateKey: KeyObject; publicKey: KeyObject }> | undefined;

/**
 * The private key with which the sandbox signs, for providers that need one. Each process makes its own on first use.
 */
export async function getSandboxKey(): Promise<KeyObject> {
  return (await getKeys()).privateKey;
}

/**
 * Generated credentials of a provider, the same on every server of an installation. `forged` returns different ones.
 */
export function sandboxCredentials(
  name: string,
  { variables }: ProviderEntry,
  secrets: Pick<Secrets, "hmac">,
  forged = false,
): Credentials {
  return Object.fromEntries(
    Object.keys(variables).map((variable) => {
      const secret = secrets.hmac("sandbox-payment", `${name} ${variable}`);
      return [variable, forged ? createHmac("sha256", secret).update("forged").digest("hex") : secret];
    }),
  );
}

interface Row {
  outcome: string | null;
  settled: boolean;
  cancelled: boolean;
  amount_minor: number;
  currency: string;
}

/**
 * Replaces a provider's account in the sandbox: sessions are rows, paid on our own pay page. Callbacks pass the
 * provider's real signature check with generated credentials.
 */
export function createSandboxDriver(
  name: string,
  entry: ProviderEntry,
  {
    pool,
    secrets,
    refundsFail,
    publicUrl,
  }: { pool: pg.Pool; secrets: Secrets; refundsFail: () => boolean; publicUrl: string },
): Provider {
  const { readCallback, lifetimeSeconds } = entry.connect(sandboxCredentials(name, entry, secrets), callSandbox);
  const read = async (orderId: string): Promise<Row> => {
    const { rows } = await pool.query<Row>(
      `select outcome, coalesce(settles_at <= app_now(), false) as settled, cancelled_at is not null as cancelled, amount_minor, currency
       from sandbox_payments where order_id = $1`,
      [orderId],
    );
    if (!rows[0]) throw new WalletError("unavailable", { cause: new Error("The sandbox knows no such payment") });
    return rows[0];
  };
  return {
    createSession: async (request) => {
      await pool.query(
        `insert into sandbox_payments (order_id, provider, amount_minor, currency, return_url, cancel_url, created_at)
         values ($1, $2, $3, $4, $5, $6, app_now()) on conflict (order_id) do nothing`,
        [request.orderId, name, request.amountMinor, request.currency, request.returnUrl, request.cancelUrl],
      );
      return {
        reference: toSandboxReference(request.orderId),
        webUrl: `${publicUrl}/sandbox/pay/${request.orderId}`,
        paymentSessionId: `session_${request.orderId}`,
      };
    },
    findStatus: async ({ orderId }) => toReport(await read(orderId)),
    cancel: async ({ orderId }) => {
      // A payment in progress cannot be cancelled.
      const { rowCount } = await pool.query(
        "update sandbox_payments set cancelled_at = coalesce(cancelled_at, app_now()) where order_id = $1 and outcome is null",
        [orderId],
      );
      if (rowCount === 1) return true;
      return toReport(await read(orderId)).status === "Failed";
    },
    // A failure imitates a closed account of the payer.
    refund: async () => (refundsFail() ? "Failed" : "Success"),
    readCallback,
    ...(lifetimeSeconds !== undefined && { lifetimeSeconds }),
  };
}

/** The sandbox's reference of a payment. */
export function toSandboxReference(orderId: string): string {
  return `SBX${orderId}`;
}

function toReport(row: Row): PaymentReport {
  if (row.cancelled) return { status: "Failed" };
  if (!row.settled) return { status: "Pending" };
  if (row.outcome === "success") return { status: "Success", amountMinor: row.amount_minor, currency: row.currency };
  return { status: row.outcome === "pending" ? "Pending" : "Failed" };
}

/** Serves the only document that the sandbox loads: the certificate of its key. */
const callSandbox: CallProvider = async ({ url }) => {
  if (!url.endsWith("/certs/SANAD-SANDBOX")) throw new WalletError("unavailable");
  return (await getKeys()).publicKey.export({ type: "spki", format: "pem" });
};

function getKeys(): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  keys ??= makeKeyPair("rsa", { modulusLength: 2048 });
  return keys;
}
