import { asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { toMajor, toMinor } from "#engine/core/payment/minor-units.ts";
import type {
  ListedOrder,
  OrderFilter,
  StaffOrder,
  StaffOrderList,
  StaffRefund,
} from "#engine/core/scope/shapes/staff-orders.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { notFound } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { maskMobile } from "#server/platform/log.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders, refunds } from "#server/platform/store/tables/payments.ts";
import { staff } from "#server/platform/store/tables/staff.ts";
import type { Services } from "#server/services.ts";
import { listApprovals } from "#server/staff/approvals.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import type { OrderRow, RefundRow } from "../orders/rows.ts";
import { issueOf, isRecent } from "./issues.ts";

/** An order of an organisation. */
export interface OrderOfOrg {
  orgId: string;
  orderId: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  transaction_id: string;
  display_name: string;
  mobile: string | null;
  form_id: string;
  currency: OrderRow["currency"];
  amount_minor: number;
  refunded_minor: number;
  status: OrderRow["status"];
  provider: string;
  created_at: Date | string;
  created_text: string;
  paid_at: Date | string | null;
  issue: ListedOrder["issue"] | null;
}

/** What each filter selects. */
const filters: Readonly<Record<OrderFilter, SQL>> = {
  paid: sql`o.status = 'Success'`,
  pending: sql`o.status = 'Pending'`,
  failed: sql`o.status = 'Failed'`,
  refunded: sql`exists (select 1 from refunds r where r.order_id = o.id and r.status <> 'Failed')`,
  unclear: sql`${isRecent} and ${issueOf} is not null`,
};

/**
 * A page of the orders of an organisation, the newest first. `find` is a payment id, a mobile number or its last
 * digits; `after` the `next` of the page before. Throws 400 for a cursor of another form.
 */
export async function listOrders(
  services: Pick<Services, "db" | "config">,
  orgId: string,
  { find, state }: { find?: string | undefined; state?: OrderFilter | undefined },
  { after, count }: { after?: string | undefined; count: number },
): Promise<StaffOrderList> {
  const conditions = [
    ...(find === undefined ? [] : [toFound(find)]),
    ...(state === undefined ? [] : [filters[state]]),
    ...(after === undefined ? [] : [toAfter(after)]),
  ];
  const rows = await readListed(services.db, orgId, conditions, count + 1);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    list: page.map((row) => toListed(services, orgId, row)),
    ...(rows.length > count && last && { next: writeCursor([last.created_text, last.id]) }),
  };
}

/** An order with its bill and its refunds. Throws 404 (104). */
export async function getStaffOrder(
  services: Pick<Services, "db" | "config">,
  { orgId, orderId }: OrderOfOrg,
  messages: MessageTexts,
): Promise<StaffOrder> {
  const { db } = services;
  const [listed] = await readListed(db, orgId, [sql`o.id = ${orderId}`], 1);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!listed || !order) throw notFound("payment");
  const { cart, reference, nextCheckAt } = order;
  const refundableMinor = order.status === "Success" ? order.amountMinor - listed.refunded_minor : 0;
  const requests = await listApprovals(db, orgId, ["refunds.create"], orderId);
  return {
    ...toListed(services, orgId, listed),
    itemList: cart.items.map(({ label, description, priceMinor }) => ({
      label,
      description,
      price: toMajor(priceMinor),
    })),
    discount: toMajor(cart.discount.amountMinor),
    gst: toMajor(cart.gstMinor),
    region: order.region,
    express: order.express,
    ...(reference !== null && { reference }),
    ...(nextCheckAt && { checkedAt: nextCheckAt.toISOString() }),
    refundableMinor,
    limitMinor: await findLimit(services, order),
    refundList: await listStaffRefunds(db, orderId, messages),
    // A request counts for the state that its author saw.
    requestList: requests.filter(({ detail }) => detail.refundableMinor === refundableMinor),
  };
}

/**
 * What may be refunded of an order without a second person, in minor units: the limit of the organisation less what
 * staff have refunded alone, so that parts do not add up to more.
 */
export async function findLimit(
  { db, config }: { db: Queryable; config: Pick<Services["config"], "organisation"> },
  { id, orgId, currency }: Pick<OrderRow, "id" | "orgId" | "currency">,
): Promise<number> {
  const { rows } = await db.execute<{ alone: number }>(sql`
    select coalesce(sum(amount_minor), 0)::int as alone from refunds
    where order_id = ${id} and requested_by is not null and approved_by is null and status <> 'Failed'`);
  const limit = config.organisation(orgId)?.organisation.refundLimits?.[currency] ?? 0;
  return Math.max(0, toMinor(limit) - rows[0]!.alone);
}

async function readListed(db: Queryable, orgId: string, conditions: readonly SQL[], limit: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select o.id, o.transaction_id, c.display_name, coalesce(c.mobile, c.former_mobile) as mobile, o.form_id, o.currency,
      o.amount_minor, o.status, o.provider, o.created_at, o.created_at::text as created_text, o.paid_at,
      (select coalesce(sum(r.amount_minor), 0)::int from refunds r where r.order_id = o.id and r.status <> 'Failed')
        as refunded_minor,
      ${issueOf} as issue
    from orders o join candidates c on c.id = o.candidate_id
    where ${sql.join([sql`o.org_id = ${orgId}`, ...conditions], sql` and `)}
    order by o.created_at desc, o.id desc limit ${limit}`);
  return rows;
}

function toListed({ config }: Pick<Services, "config">, orgId: string, row: Row): ListedOrder {
  return {
    orderId: row.id,
    txnId: row.transaction_id,
    displayName: row.display_name,
    mobile: maskMobile(row.mobile ?? ""),
    formLabel: english(config.organisation(orgId)?.get("request", row.form_id)?.name ?? row.form_id),
    currency: row.currency,
    amount: toMajor(row.amount_minor),
    refunded: toMajor(row.refunded_minor),
    status: row.status,
    provider: row.provider,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.paid_at !== null && { paidAt: new Date(row.paid_at).toISOString() }),
    ...(row.issue && { issue: row.issue }),
  };
}

/** The refunds of an order with the people who decided them, the newest first. */
async function listStaffRefunds(db: Queryable, orderId: string, messages: MessageTexts): Promise<StaffRefund[]> {
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(100);
  const ids = rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy].filter((id) => id !== null));
  const people = await db
    .select({ id: staff.id, displayName: staff.displayName })
    .from(staff)
    .where(inArray(staff.id, ids))
    .orderBy(asc(staff.id));
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return rows.map((row) => toStaffRefund(row, names, messages));
}

function toStaffRefund(row: RefundRow, names: ReadonlyMap<string, string>, messages: MessageTexts): StaffRefund {
  const { sentAt, nextTryAt, updatedAt, problem } = row;
  const requestedBy = names.get(row.requestedBy ?? "");
  const approvedBy = names.get(row.approvedBy ?? "");
  return {
    id: row.id,
    reason: messages.formatReason(row.reason),
    amount: toMajor(row.amountMinor),
    status: row.status,
    ...(problem !== null && row.status === "Pending" && { problem }),
    tries: row.tries,
    ...(nextTryAt && { nextTryAt: nextTryAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(row.status !== "Pending" && { settledAt: updatedAt.toISOString() }),
    ...(requestedBy !== undefined && { requestedBy }),
    ...(approvedBy !== undefined && { approvedBy }),
  };
}

/** By a number, or its last digits when it is not whole; else by the payment id. */
function toFound(find: string): SQL {
  const mobile = sql`coalesce(c.mobile, c.former_mobile)`;
  const digits = find.replaceAll(/[\s().-]/g, "");
  if (!/^\+?\d{4,15}$/.test(digits)) return sql`o.id = ${find.trim()}`;
  const isLast4 = sql`right(${mobile}, 4) = ${digits.slice(-4)}`;
  try {
    return sql`${isLast4} and ${mobile} = ${parseMobile(digits).e164}`;
  } catch {
    return sql`${isLast4} and ${mobile} like ${`%${digits.replace("+", "")}`}`;
  }
}

function toAfter(cursor: string): SQL {
  const [at, id] = readCursor(cursor, 2);
  return sql`(o.created_at, o.id) < (${at}::timestamptz, ${id})`;
}
