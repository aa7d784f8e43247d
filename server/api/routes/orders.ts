import { exportMonth } from "#server/checkout/finance/export-month.ts";
import { getStaffOrder, listOrders } from "#server/checkout/finance/staff-orders.ts";
import { createStaffRefund, retryRefund } from "#server/checkout/finance/staff-refunds.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;

const handlers = {
  "orders.list": async ({ params, query }, { services }) => {
    const { find, state, after, count } = query;
    return listOrders(services, params.orgId, { find, state }, { after, count: Number(count ?? defaultCount) });
  },
  "orders.get": async ({ params }, { services, messages }) => getStaffOrder(services, params, messages),
  "orders.export": async ({ params: { orgId, what, month } }, { services, reply }) => {
    void reply
      .type("text/csv; charset=utf-8; header=present")
      .header("content-disposition", `attachment; filename="${what}-${month}.csv"`)
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "no-store");
    return exportMonth(services.db, orgId, what, month);
  },
  "refunds.create": async ({ params, body }, { services, staffSession, messages }) => {
    await createStaffRefund(services, params, body, staffSession.staff.id);
    return getStaffOrder(services, params, messages);
  },
  "refunds.retry": async ({ params }, { services, messages }) => {
    await retryRefund(services, params);
    return getStaffOrder(services, params, messages);
  },
} satisfies Handlers;

/** Orders and refunds, for finance. */
export const ordersArea = { handlers } satisfies Area;
