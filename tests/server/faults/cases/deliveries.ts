import { Webhook } from "standardwebhooks";
import { provideAccess, toPageAddress } from "#server/delivery/access.ts";
import { findReceiptSecret } from "#server/delivery/receipt-webhook.ts";
import type { TestApp } from "../../app.ts";
import { verify } from "../../delivery/verified.ts";
import type { FaultCase } from "../prepared-call.ts";

/** Receipts of evaluation partners. */
export const deliveryCases: Readonly<Record<string, FaultCase>> = {
  deliveryReceipt: async (app) => {
    const { id, txnId } = await sentReport(app);
    const at = new Date();
    const data = { deliveryId: id, reference: "GCE-1" };
    const raw = JSON.stringify({ type: "delivery.received", timestamp: at.toISOString(), data });
    const secret = findReceiptSecret(app.services, "gce")!;
    return {
      method: "POST",
      url: "/webhooks/deliveries/gce",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, at, raw),
      },
      raw,
      withoutKey: true,
      countsOnce: countsOf(id, txnId),
    };
  },
  openDelivery: async (app) => {
    const { id, txnId } = await sentReport(app);
    await app.services.pool.query("update deliveries set driver = 'email' where id = $1", [id]);
    const access = await provideAccess(app.services, { id, sealedAccess: null });
    return {
      method: "POST",
      url: toPageAddress("", id, access),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      raw: new URLSearchParams({ code: access.code }).toString(),
      withoutKey: true,
      countsOnce: countsOf(id, txnId),
    };
  },
};

/** A report that its partner has accepted and not acknowledged. */
async function sentReport(app: TestApp): Promise<{ id: string; txnId: string }> {
  const { txnId } = await verify(app);
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select id from deliveries where transaction_id = $1 and kind = 'report'",
    [txnId],
  );
  return { id: rows[0]!.id, txnId };
}

const countsOf = (id: string, txnId: string) =>
  [
    ["select count(*) from deliveries where id = $1 and state = 'received'", id],
    ["select count(*) from delivery_log where delivery_id = $1 and event = 'received'", id],
    ["select count(*) from transactions where id = $1 and evaluation_state = 'evaluationReportSent'", txnId],
    [
      "select count(*) from notifications where message->>'key' = 'evaluation-complete' and message->'about'->>'txnId' = $1",
      txnId,
    ],
    ["select count(*) from outbox where dedup_key like 'transaction:' || $1 || ':evaluation-report:sms'", txnId],
  ] as const;
