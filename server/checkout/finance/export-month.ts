import { pipeline, Readable } from "node:stream";
import { sql, type SQL } from "drizzle-orm";
import { stringify } from "csv-stringify";
import type { Database } from "#server/platform/store/database.ts";
import { zone } from "#server/platform/time-zone.ts";

const batch = 500;

const money = (minor: SQL) => sql`to_char(${minor} / 100.0, 'FM9999999999990.00')`;
const moment = (at: SQL) => sql`to_char(${at} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
const who = {
  candidate: sql`c.display_name`,
  mobile: sql`'…' || right(coalesce(c.mobile, c.former_mobile), 4)`,
};
const returned = sql`(select coalesce(sum(r.amount_minor), 0) from refunds r where r.order_id = o.id and r.status = 'Success')`;

/** Each file: its tables, the moment that decides the month, the id of a row, and the columns by their headings. */
const files = {
  orders: {
    from: sql`orders o join candidates c on c.id = o.candidate_id left join invoices i on i.order_id = o.id`,
    at: sql`coalesce(o.paid_at, o.created_at)`,
    id: sql`o.id`,
    columns: {
      payment_id: sql`o.id`,
      opened_at: moment(sql`o.created_at`),
      paid_at: moment(sql`o.paid_at`),
      transaction_id: sql`o.transaction_id`,
      form: sql`o.form_id`,
      ...who,
      currency: sql`o.currency`,
      amount: money(sql`o.amount_minor`),
      tax: money(sql`(o.cart->>'gstMinor')::numeric`),
      refunded: money(returned),
      status: sql`o.status`,
      region: sql`o.region`,
      provider: sql`o.provider`,
      provider_reference: sql`o.reference`,
      invoice: sql`i.series || '/' || lpad(i.number::text, 6, '0')`,
    },
  },
  refunds: {
    from: sql`refunds r join orders o on o.id = r.order_id join candidates c on c.id = o.candidate_id
      left join staff a on a.id = r.requested_by left join staff b on b.id = r.approved_by`,
    at: sql`r.created_at`,
    id: sql`r.id`,
    columns: {
      refund_id: sql`r.id`,
      payment_id: sql`o.id`,
      created_at: moment(sql`r.created_at`),
      sent_at: moment(sql`r.sent_at`),
      settled_at: sql`case when r.status <> 'Pending' then ${moment(sql`r.updated_at`)} end`,
      transaction_id: sql`o.transaction_id`,
      form: sql`o.form_id`,
      ...who,
      currency: sql`o.currency`,
      amount: money(sql`r.amount_minor`),
      status: sql`r.status`,
      reason: sql`r.reason`,
      provider: sql`o.provider`,
      provider_reference: sql`o.reference`,
      requested_by: sql`a.display_name`,
      approved_by: sql`b.display_name`,
    },
  },
} as const;

/** What a month is exported of. */
export type ExportedFile = keyof typeof files;

/**
 * The orders or refunds of a month ('2026-04', in the organisations' time zone) as CSV by RFC 4180, row by row. A cell
 * that a spreadsheet would compute is text. The stream fails when the database does, so that no file ends early.
 */
export function exportMonth(db: Database, orgId: string, what: ExportedFile, month: string): Readable {
  const csv = stringify({
    header: true,
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    columns: Object.keys(files[what].columns),
  });
  pipeline(Readable.from(readRows(db, orgId, what, month)), csv, () => undefined);
  return csv;
}

async function* readRows(
  db: Database,
  orgId: string,
  what: ExportedFile,
  month: string,
): AsyncGenerator<Record<string, unknown>> {
  const { at, id, from, columns } = files[what];
  const cells = Object.entries(columns).map(([name, cell]) => sql`${cell} as ${sql.identifier(name)}`);
  const first = sql`${`${month}-01`}::timestamp`;
  let after: SQL = sql`true`;
  for (;;) {
    const { rows } = await db.execute<Record<string, unknown> & { key_at: string; key_id: string }>(sql`
      select ${sql.join(cells, sql`, `)}, (${at})::text as key_at, ${id} as key_id from ${from}
      where o.org_id = ${orgId} and ${at} >= ${first} at time zone ${zone}
        and ${at} < (${first} + interval '1 month') at time zone ${zone} and ${after}
      order by ${at}, ${id} limit ${batch}`);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = sql`(${at}, ${id}) > (${last.key_at}::timestamptz, ${last.key_id})`;
  }
}
