import { createHmac, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type pg from "pg";
import { WalletError } from "#server/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { CallProvider } from "./http.ts";
import type { Credentials, Provider, ProviderEntry, Report } from "./provider.ts";

const makeKeyPair = promisify(generateKeyPair);
let keys: Promise<{ privateKey: KeyObject; publicKey: KeyObject }> | undefined;

/** What the sandbox signs with where a provider signs with a private key; made when first needed, of this process. */
export async function getSandboxKey(): Promise<KeyObject> {
  return (await getKeys()).privateKey;
}

/** Made-up credentials of a provider, the same on every server of this installation. `forged`: those of somebody else. */
export function sandboxCredentials(
  name: string,
  { variables }: ProviderEntry,
  secrets: Pick<Secrets, "hmac">,
  forged = false,
): Credentials {
  return Object.fromEntries(
    variables.map((variable) => {
      const secret = secrets.hmac("PAYMENT_SECRET", `${name} ${variable}`);
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
 * In place of a provider's account: sessions are rows, paid on our own pay page. Callbacks go through the provider's
 * real check, with made-up credentials.
 */
export function createSandboxpay(
  name: string,
  entry: ProviderEntry,
  {
    pool,
    secrets,
    refundsFail,
    publicUrl,
  }: { pool: pg.Pool; secrets: Secrets; refundsFail: () => boolean; publicUrl: string },
): Provider {
  const { readCallback } = entry.connect(sandboxCredentials(name, entry, secrets), callSandbox);
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
        reference: toReference(request.orderId),
        webUrl: `${publicUrl}/sandbox/pay/${request.orderId}`,
        paymentSessionId: `session_${request.orderId}`,
      };
    },
    findStatus: async ({ orderId }) => toReport(await read(orderId)),
    cancel: async ({ orderId }) => {
      // What is on its way to being paid cannot be called back.
      const { rowCount } = await pool.query(
        "update sandbox_payments set cancelled_at = coalesce(cancelled_at, app_now()) where order_id = $1 and outcome is null",
        [orderId],
      );
      if (rowCount === 1) return true;
      return toReport(await read(orderId)).status === "Failed";
    },
    // Away are the accounts that were paid from: they have been closed.
    refund: async () => (refundsFail() ? "Failed" : "Success"),
    readCallback,
  };
}

/** The sandbox's own name for a payment. */
export function toReference(orderId: string): string {
  return `SBX${orderId}`;
}

function toReport(row: Row): Report {
  if (row.cancelled) return { status: "Failed" };
  if (!row.settled) return { status: "Pending" };
  if (row.outcome === "success") return { status: "Success", amountMinor: row.amount_minor, currency: row.currency };
  return { status: row.outcome === "pending" ? "Pending" : "Failed" };
}

/** The only thing a sandbox looks up outside is the certificate that it signs with itself. */
const callSandbox: CallProvider = async ({ url }) => {
  if (!url.endsWith("/certs/SANAD-SANDBOX")) throw new WalletError("unavailable");
  return (await getKeys()).publicKey.export({ type: "spki", format: "pem" });
};

function getKeys(): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  keys ??= makeKeyPair("rsa", { modulusLength: 2048 });
  return keys;
}
