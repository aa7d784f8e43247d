import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { outsideCalls } from "#engine/api/outside.ts";
import { notFound } from "#server/errors.ts";
import type { Delivery, Notice, Report } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { paymentEvents } from "#server/platform/store/tables/payments.ts";
import { readNow } from "#server/wallet/transactions/rows.ts";
import { toFamily } from "../providers/families.ts";
import { findOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/** `POST /webhooks/payments/{provider}`: the signature is checked over the raw bytes before anything else is looked at. */
export async function callbacksPlugin(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const { path, params } = outsideCalls.paymentWebhook;
    scope.post<{ Params: { provider: string } }>(path, { schema: { params } }, async (request) => {
      const provider = services.payments.find(request.params.provider);
      if (!provider) throw notFound("provider");
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = request.headers as Delivery["headers"];
      const notice = await provider.readCallback({ headers, rawBody, now: await services.clock.now() });
      if (notice) await take(services, request.params.provider, notice);
      services.outbox.kick();
      return { code: 0 };
    });
  });
}

/** One event has one effect; the provider hears that it was taken only after the commit. */
async function take(services: Services, name: string, notice: Notice): Promise<void> {
  const report = notice.report === "ask" ? await ask(services, name, notice.orderId) : notice.report;
  await transact(services.db, async (tx) => {
    const id = `${toFamily(name)}:${notice.eventId}`;
    const taken = await tx
      .insert(paymentEvents)
      .values({ id, orderId: notice.orderId, status: report.status, effect: "", receivedAt: await readNow(tx) })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (taken.length === 0) return;
    const order = await findOrder(tx, notice.orderId);
    const effect = isOf(name, order) ? await settleOrder(tx, notice.orderId, report, "provider", services) : "unknown";
    await tx.update(paymentEvents).set({ effect }).where(eq(paymentEvents.id, id));
  });
}

async function ask(services: Services, name: string, orderId: string): Promise<Report> {
  const order = await findOrder(services.db, orderId);
  if (!order || !isOf(name, order) || order.reference === null) return { status: "Pending" };
  return services.payments.get(order.provider).findStatus(toReference(order));
}

/** A company speaks of its own orders alone, of all of them at each of its addresses here. */
const isOf = (name: string, order: OrderRow | undefined): boolean =>
  order !== undefined && toFamily(order.provider) === toFamily(name);
