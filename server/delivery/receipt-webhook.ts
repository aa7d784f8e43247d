import { and, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { protocolEndpoints, type DeliveryReceipt } from "#engine/contract/protocol-endpoints.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { assertNoRepeatedKeys } from "#server/platform/request-bodies.ts";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";
import { storeReceipt } from "./receipts.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * POST /webhooks/deliveries/{provider}: checks the partner's signature over the raw bytes (Standard Webhooks), then the
 * schema, then stores the receipt. 200 after the commit; a repeated receipt changes nothing.
 */
export async function addReceiptWebhook(area: FastifyInstance, services: Services): Promise<void> {
  // A separate Fastify scope, because its parser keeps the raw bytes and rejects unsigned ones.
  await area.register(async (app) => addWebhook(app, services));
}

function addWebhook(app: FastifyInstance, services: Services): void {
  const { path, params, body } = protocolEndpoints.deliveryReceipt;
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (request: { headers: Headers; params: unknown }, raw: string | Buffer) =>
      readSigned(services, request, String(raw)),
  );
  app.post<{ Params: { provider: string }; Body: DeliveryReceipt }>(
    path,
    { schema: { params, body } },
    async ({ params: { provider }, body: { data } }) => {
      const [row] = await services.db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.id, data.deliveryId), eq(deliveries.provider, provider)));
      // The report is not out before the documents have arrived.
      if (!row || row.state === "waiting") throw notFound("delivery");
      await storeReceipt(services, row, { reference: data.reference, by: "delivery" });
      return { code: 0 };
    },
  );
}

function readSigned(
  services: Services,
  { headers, params }: { headers: Headers; params: unknown },
  raw: string,
): unknown {
  const secret = findReceiptSecret(services, (params as { provider: string }).provider);
  if (secret === undefined) throw new WalletError("badSignature");
  const signed = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  try {
    new Webhook(secret).verify(raw, signed);
  } catch (cause) {
    if (cause instanceof WebhookVerificationError) throw new WalletError("badSignature", { cause });
    throw new WalletError("badRequest", { cause });
  }
  assertNoRepeatedKeys(raw);
  return JSON.parse(raw) as unknown;
}

/** The key that a partner signs its receipts with: that of the setting, or of the sandbox's evaluation body. */
export function findReceiptSecret(
  { settings, secrets }: Pick<Services, "settings" | "secrets">,
  provider: string,
): string | undefined {
  const configured = settings.deliveries[provider]?.https?.secret;
  if (configured !== undefined || !settings.sandbox) return configured;
  return `whsec_${Buffer.from(secrets.hmac("sandbox-receipt", provider), "base64url").toString("base64")}`;
}
