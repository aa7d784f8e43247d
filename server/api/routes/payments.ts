import { toPriceList } from "#engine/core/payment/price-list.ts";
import { getCatalogue } from "#server/config/release.ts";
import { notFound } from "#server/errors.ts";
import type { Handlers } from "../operations.ts";
import { findPaymentMode, priceTransaction, toOrder, toPaymentInfo } from "#server/checkout/orders/bill.ts";
import { callbacksPlugin } from "#server/checkout/orders/callbacks.ts";
import { listHistory } from "#server/checkout/orders/history.ts";
import { getRegion, listProviders, listRegions } from "#server/checkout/orders/payment-options.ts";
import { openPayment } from "#server/checkout/orders/open-order.ts";
import { reconcileOrders } from "#server/checkout/orders/reconcile.ts";
import { runRefunds } from "#server/checkout/orders/refunds.ts";
import { findOpenOrder, getNewestOrder, getOrder, listRefunds } from "#server/checkout/orders/rows.ts";
import { refreshOrder } from "#server/checkout/orders/refresh-order.ts";
import { nameInstitutions } from "#server/wallet/transactions/cart.ts";
import { getOrganisation } from "#server/wallet/transactions/create.ts";
import { getTransaction } from "#server/wallet/transactions/load.ts";
import type { Area } from "./area.ts";
import { redirectPagePlugin } from "./redirect-page.ts";

const reconcileSeconds = 5;
const refundSeconds = 10;

const handlers = {
  "payments.regions": async ({ query }, { services }) => toList(listRegions(getOrganisation(services, query.orgId))),
  "payments.providers": async ({ query }, { services }) =>
    toList(listProviders(getOrganisation(services, query.orgId), services.payments, query.region)),
  "payments.price": async ({ params, query }, { services, candidate }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const organisation = getOrganisation(services, query.orgId);
    const names = loaded.items.map(({ name }) => name).filter((name) => name === params.verificationName);
    const [item] = toPriceList(names, getCatalogue(organisation, "prices").prices);
    if (!item) throw notFound("price");
    return item;
  },
  "payments.mode": async ({ query }, { services, candidate }) =>
    findPaymentMode(await getTransaction(services.db, candidate.id, query)),
  "payments.info": async ({ query }, { services, candidate, messages }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const organisation = getOrganisation(services, query.orgId);
    if (query.paymentId !== undefined) {
      const row = await getOrder(services.db, candidate.id, {
        orgId: query.orgId,
        txnId: query.txnId,
        orderId: query.paymentId,
      });
      const refunds = (await listRefunds(services.db, [row.id])).get(row.id) ?? [];
      return toPaymentInfo(await nameInstitutions(services.db, row.cart), loaded, organisation, messages, {
        row,
        refunds,
      });
    }
    const asked = query.region ?? (await findOpenOrder(services.db, loaded.row.id))?.region;
    const { cart } = priceTransaction(
      loaded,
      organisation,
      getRegion(organisation, asked).value,
      query.express === "true",
    );
    return toPaymentInfo(await nameInstitutions(services.db, cart), loaded, organisation, messages);
  },
  "payments.init": ({ body }, { services, candidate, messages }) => openPayment(services, candidate, body, messages),
  "payments.poll": async ({ query }, { services, candidate }) => {
    const { orgId, paymentId } = query;
    const known =
      paymentId === undefined
        ? await getNewestOrder(services.db, candidate.id, orgId)
        : await getOrder(services.db, candidate.id, { orgId, orderId: paymentId });
    const order = await refreshOrder(services, known);
    return { currentStatus: order.status, paymentId: order.id };
  },
  "payments.history": ({ query }, { services, candidate, messages }) =>
    listHistory(services, candidate.id, query, messages),
  "payments.paid": async ({ query }, { services, candidate, messages }) => {
    const order = await getOrder(services.db, candidate.id, query);
    const refunds = (await listRefunds(services.db, [order.id])).get(order.id) ?? [];
    return { ...toOrder(order, refunds, services.config.organisation(order.orgId), messages), region: order.region };
  },
  "payments.invoice": async ({ query }, { services, candidate, messages, reply }) => {
    const { makeInvoice } = await import("#server/checkout/invoices/make.ts");
    const { number, pdf } = await makeInvoice(services, candidate.id, query, messages);
    void reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="invoice-${number.replaceAll("/", "-")}.pdf"`)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    return pdf;
  },
} satisfies Handlers;

/** Payments and their callbacks. */
export const paymentsArea = {
  handlers,
  register: (services) => {
    services.jobs.register("payments", reconcileSeconds, () => reconcileOrders(services));
    services.jobs.register("refunds", refundSeconds, () => runRefunds(services));
  },
  plugin: async (app, services) => {
    redirectPagePlugin(app, services);
    await callbacksPlugin(app, services);
  },
} satisfies Area;

function toList<T>(list: T[]): { list: T[]; total: number } {
  return { list, total: list.length };
}
