import { eq, sql } from "drizzle-orm";
import { transact, type Database } from "#server/platform/store/database.ts";
import { invoices } from "#server/platform/store/tables/payments.ts";

/** The financial year of India begins on 1 April. */
const offset = "5 hours 30 minutes";
const yearBegins = "3 months";

/**
 * Returns the invoice number of a paid order, such as "2026-27/000042". Numbers have no gaps and follow the order of
 * payment: the first call also numbers every order that was paid earlier.
 */
export async function findInvoiceNumber(db: Database, orderId: string): Promise<string> {
  return transact(db, async (tx) => {
    const read = async () => (await tx.select().from(invoices).where(eq(invoices.orderId, orderId)))[0];
    let row = await read();
    if (!row) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invoices'))`);
      await tx.execute(sql`
        with paid as (
          select o.id, o.paid_at,
            extract(year from (o.paid_at at time zone 'UTC') + ${offset}::interval - ${yearBegins}::interval)::int as year
          from orders o
          where o.status = 'Success' and o.paid_at is not null and not exists (select 1 from invoices i where i.order_id = o.id)
        ), due as (
          select id, paid_at, year || '-' || lpad(((year + 1) % 100)::text, 2, '0') as series from paid
        )
        insert into invoices (order_id, series, number)
        select id, series,
          coalesce((select max(i.number) from invoices i where i.series = due.series), 0)
            + row_number() over (partition by series order by paid_at, id)
        from due`);
      row = await read();
    }
    if (!row) throw new Error(`The order ${orderId} is not paid, and has no invoice.`);
    return `${row.series}/${String(row.number).padStart(6, "0")}`;
  });
}
