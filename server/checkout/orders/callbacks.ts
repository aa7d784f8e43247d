import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound } from "#server/errors.ts";
import type { CallbackRequest, CallbackEvent, PaymentReport } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { paymentEvents } from "#server/platform/store/tables/payments.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { toFamily } from "../providers/index.ts";
import { findOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/** `POST /webhooks/payments/{provider}`. Checks the signature over the raw bytes before it parses the body. */
export async function callbacksPlugin(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const { path, params } = protocolEndpoints.paymentWebhook;
    scope.post<{ Params: { provider: string } }>(path, { schema: { params } }, async (request) => {
      const provider = services.payments.find(request.params.provider);
      if (!provider) throw notFound("provider");
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = request.headers as CallbackRequest["headers"];
      const event = await provider.readCallback({ headers, rawBody, now: await services.clock.now() });
      if (event) await applyEvent(services, request.params.provider, event);
      services.outbox.flushSoon();
      return { code: 0 };
    });
  });
}

/** Applies an event once. The provider gets its answer after the commit. */
async function applyEvent(services: Services, name: string, event: CallbackEvent): Promise<void> {
  const report = event.report === "look-up" ? await requestReport(services, name, event.orderId) : event.report;
  await transact(services.db, async (tx) => {
    const id = `${toFamily(name)}:${event.eventId}`;
    const inserted = await tx
      .insert(paymentEvents)
      .values({ id, orderId: event.orderId, status: report.status, effect: "", receivedAt: await readNow(tx) })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (inserted.length === 0) return;
    const order = await findOrder(tx, event.orderId);
    const effect = isOwnOrder(name, order)
      ? await settleOrder(tx, event.orderId, report, "provider", services)
      : "unknown";
    await tx.update(paymentEvents).set({ effect }).where(eq(paymentEvents.id, id));
  });
}

async function requestReport(services: Services, name: string, orderId: string): Promise<PaymentReport> {
  const order = await findOrder(services.db, orderId);
  if (!order || !isOwnOrder(name, order) || order.reference === null) return { status: "Pending" };
  return services.payments.get(order.provider).findStatus(toReference(order));
}

/** A company may report on its own orders only, at any of its callback addresses. */
const isOwnOrder = (name: string, order: OrderRow | undefined): boolean =>
  order !== undefined && toFamily(order.provider) === toFamily(name);
