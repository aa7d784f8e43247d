import { toPriceList } from "#engine/payment/price-list.ts";
import { notFound } from "../errors.ts";
import type { Handlers } from "../operations.ts";
import { findMode, priceNow, toOrder, toPaymentInfo } from "../orders/bill.ts";
import { callbacksPlugin } from "../orders/callbacks.ts";
import { listHistory } from "../orders/history.ts";
import { getRegion, listProviders, listRegions } from "../orders/offers.ts";
import { openPayment } from "../orders/open-order.ts";
import { reconcileOrders } from "../orders/reconcile.ts";
import { redirectPagePlugin } from "../orders/redirect-page.ts";
import { runRefunds } from "../orders/refunds.ts";
import { findOpenOrder, getNewestOrder, getOrder, listRefunds } from "../orders/rows.ts";
import { nameInstitutions, toPrices } from "../transactions/cart.ts";
import { getOrganisation } from "../transactions/create.ts";
import { getTransaction } from "../transactions/rows.ts";
import type { Area } from "./area.ts";

const reconcileSeconds = 5;
const refundSeconds = 10;

const handlers = {
  "payments.regions": async ({ query }, { services }) => toList(listRegions(getOrganisation(services, query.orgId))),
  "payments.providers": async ({ query }, { services }) => toList(listProviders(getOrganisation(services, query.orgId), services.payments, query.region)),
  "payments.price": async ({ params, query }, { services, candidate }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const organisation = getOrganisation(services, query.orgId);
    const names = loaded.items.map(({ name }) => name).filter((name) => name === params.verificationName);
    const [item] = toPriceList(names, toPrices(organisation.get("prices", "prices")));
    if (!item) throw notFound("Price");
    return item;
  },
  "payments.mode": async ({ query }, { services, candidate }) => findMode(await getTransaction(services.db, candidate.id, query)),
  "payments.info": async ({ query }, { services, candidate }) => {
    const loaded = await getTransaction(services.db, candidate.id, query);
    const organisation = getOrganisation(services, query.orgId);
    if (query.paymentId !== undefined) {
      const row = await getOrder(services.db, candidate.id, { orgId: query.orgId, txnId: query.txnId, orderId: query.paymentId });
      const refunds = (await listRefunds(services.db, [row.id])).get(row.id) ?? [];
      return toPaymentInfo(await nameInstitutions(services.db, row.cart), loaded, organisation, { row, refunds });
    }
    const asked = query.region ?? (await findOpenOrder(services.db, loaded.row.id))?.region;
    const { cart } = priceNow(loaded, organisation, getRegion(organisation, asked).value, query.express === "true");
    return toPaymentInfo(await nameInstitutions(services.db, cart), loaded, organisation);
  },
  "payments.init": ({ body }, { services, candidate }) => openPayment(services, candidate, body),
  "payments.poll": async ({ query }, { services, candidate }) => {
    const { orgId, paymentId } = query;
    const order = paymentId === undefined ? await getNewestOrder(services.db, candidate.id, orgId) : await getOrder(services.db, candidate.id, { orgId, orderId: paymentId });
    return { currentStatus: order.status, paymentId: order.id };
  },
  "payments.history": ({ query }, { services, candidate }) => listHistory(services, candidate.id, query),
  "payments.paid": async ({ query }, { services, candidate }) => {
    const order = await getOrder(services.db, candidate.id, query);
    const refunds = (await listRefunds(services.db, [order.id])).get(order.id) ?? [];
    return { ...toOrder(order, refunds, services.config.organisation(order.orgId)), region: order.region };
  },
} satisfies Handlers;

/** Payment and its callbacks (spec §7 Payment, D-08). */
export const paymentsArea = {
  handlers,
  prepare: (services) => {
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
