import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { Webhook } from "standardwebhooks";
import { protocolEndpoints, type DeliveryReceipt } from "#engine/contract/protocol-endpoints.ts";
import { sandboxEndpoints, type ArrivedBundle } from "#engine/contract/sandbox.ts";
import { escapeHtml, toHtmlPage, wantsHtml } from "#server/api/html.ts";
import { newNonce, setPolicy } from "#server/api/response-headers.ts";
import { findLimits } from "#server/config/limits.ts";
import { findReceiptSecret } from "#server/delivery/receipt-webhook.ts";
import { notFound } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import { toReference } from "#server/ports/delivery-sandbox.ts";
import type { Services } from "#server/services.ts";
import { addWorkingDays } from "#server/wallet/steps/working-days.ts";
import { injectCall } from "./parts/inject-call.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { pageTexts } from "./texts.ts";

const texts = pageTexts.evaluationBody;
const [checkSeconds, maxShown] = [60, 200];
const css = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h1 small { background: #b45309; color: #fff; padding: .1em .5em; border-radius: .3em; font-size: .7em; }
article { border: 1px solid #8886; border-radius: .8rem; padding: .8rem 1rem; margin: .8rem 0; overflow-wrap: anywhere; }
header { font-size: .85rem; opacity: .8; } button { font: inherit; padding: .4em 1em; } li { font-size: .9rem; }`;

/**
 * `GET /sandbox/evaluation-body`: what arrived. `POST` sends the receipts that it owes for a transaction, as its clerks
 * do by themselves after the promised working days. Receipts go through the webhook, as those of a real partner.
 */
export const evaluationBodyRoutes: AddSandboxRoutes = async (app, services) => {
  const { path, query } = sandboxEndpoints.evaluationBody;
  services.jobs.register("sandbox-evaluation-body", checkSeconds, () => acknowledgeDue(app, services));
  app.get<{ Querystring: Static<typeof query> }>(path, { schema: { querystring: query } }, async (request, reply) => {
    const list = await readArrived(services, request.query.txnId);
    if (!wantsHtml(request)) return { list };
    const nonce = newNonce();
    setPolicy(
      reply,
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return reply.type("text/html; charset=utf-8").send(toPage(list, nonce));
  });
  const { body } = sandboxEndpoints.acknowledge;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async (request) => {
    const list = await acknowledgeTransaction(app, services, request.body.txnId);
    return { list };
  });
  // The button of the page: a form, and back to the page.
  await app.register(async (scope) => {
    parseFormBodies(scope);
    const { path: at, body } = sandboxEndpoints.evaluationBodyReceipts;
    scope.post<{ Body: Static<typeof body> }>(at, { schema: { body } }, async (request, reply) => {
      await acknowledgeTransaction(app, services, request.body.txnId);
      return reply.redirect(path, 303);
    });
  });
};

async function acknowledgeTransaction(
  app: FastifyInstance,
  services: Services,
  txnId: string,
): Promise<ArrivedBundle[]> {
  const arrived = await readArrived(services, txnId);
  if (arrived.length === 0) throw notFound("delivery");
  for (const one of arrived) if (one.acknowledgedAt === undefined) await acknowledge(app, services, one);
  await services.outbox.flush();
  return readArrived(services, txnId);
}

/** Its clerks have read what arrived: the receipt is due after the promised working days. */
async function acknowledgeDue(app: FastifyInstance, services: Services): Promise<void> {
  const days = findLimits(services.config)?.reportedWithinWorkingDays ?? 0;
  const now = await services.clock.now();
  const { rows } = await services.pool.query<{ id: string; provider: string; received_at: Date }>(
    "select id, provider, received_at from sandbox_deliveries where acknowledged_at is null order by received_at limit 500",
  );
  for (const { id, provider, received_at: receivedAt } of rows)
    if (addWorkingDays(receivedAt, days) <= now) await acknowledge(app, services, { deliveryId: id, provider });
}

async function acknowledge(
  app: FastifyInstance,
  services: Services,
  { deliveryId, provider }: Pick<ArrivedBundle, "deliveryId" | "provider">,
): Promise<void> {
  const secret = findReceiptSecret(services, provider);
  if (secret === undefined) return;
  const timestamp = new Date();
  const body = JSON.stringify({
    type: "delivery.received",
    timestamp: timestamp.toISOString(),
    data: { deliveryId, reference: toReference(provider, deliveryId) },
  } satisfies DeliveryReceipt);
  const id = newId();
  await injectCall(app, {
    method: "POST",
    url: protocolEndpoints.deliveryReceipt.path.replace(":provider", provider),
    headers: {
      "content-type": "application/json",
      ...toCorrelationHeader(),
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, timestamp, body),
    },
    payload: body,
  });
  await services.pool.query(
    "update sandbox_deliveries set acknowledged_at = app_now() where id = $1 and acknowledged_at is null",
    [deliveryId],
  );
}

async function readArrived({ pool }: Services, txnId: string | undefined): Promise<ArrivedBundle[]> {
  const { rows } = await pool.query<{
    id: string;
    provider: string;
    transaction_id: string;
    kind: ArrivedBundle["kind"];
    files: ArrivedBundle["files"];
    received_at: Date;
    acknowledged_at: Date | null;
  }>(
    `select * from sandbox_deliveries where $1::text is null or transaction_id = $1
     order by received_at desc, kind desc limit $2`,
    [txnId ?? null, maxShown],
  );
  return rows.map((row) => ({
    deliveryId: row.id,
    provider: row.provider,
    txnId: row.transaction_id,
    kind: row.kind,
    files: row.files,
    receivedAt: row.received_at.toISOString(),
    ...(row.acknowledged_at && { acknowledgedAt: row.acknowledged_at.toISOString() }),
  }));
}

function toPage(list: readonly ArrivedBundle[], nonce: string): string {
  const articles = list.map(({ provider, kind, txnId, files, receivedAt, acknowledgedAt }) => {
    const names = files.map(
      ({ name, sizeBytes }) => `<li>${escapeHtml(name)} · ${Math.ceil(sizeBytes / 1024)} KB</li>`,
    );
    const receipt = acknowledgedAt
      ? `<p>${texts.acknowledged} ${escapeHtml(acknowledgedAt)}</p>`
      : `<form method="post" action="${sandboxEndpoints.evaluationBodyReceipts.path}"><input type="hidden" name="txnId" value="${escapeHtml(txnId)}"><button>${texts.acknowledge}</button></form>`;
    return `<article><header>${escapeHtml(provider)} · ${escapeHtml(receivedAt)} · ${escapeHtml(txnId)}</header><h2>${texts[kind]}</h2><ul>${names.join("")}</ul>${receipt}</article>`;
  });
  const body = `<main><h1><small>${texts.mark}</small> ${texts.heading}</h1><p>${texts.hint}</p>
${articles.join("\n") || `<p>${texts.empty}</p>`}</main>`;
  return toHtmlPage(texts.title, body, { css, nonce });
}
