import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffOrderList } from "#engine/core/scope/shapes/staff-orders.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { codeOf, hire, read } from "../../staff/staff-member.ts";
import { decide, makePayer } from "../orders/ready-to-pay.ts";

let app: TestApp;
let fred: Awaited<ReturnType<typeof hire>>;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  fred = await hire(app, "finance");
});
afterAll(() => app?.close());

const list = async (query = "") =>
  read<StaffOrderList>(await fred.browser.call("GET", `/organisations/gce/orders?${query}`));
const idsOf = ({ list: rows }: StaffOrderList) => rows.map(({ orderId }) => orderId);

async function order(outcome?: "success" | "failure", { mobile = newMobile(), name = "Asha Verma" } = {}) {
  const payer = await makePayer(app, { mobile, name });
  const { paymentId } = await payer.open();
  if (outcome) await decide(app, paymentId, { outcome });
  return paymentId;
}

const exported = async (what: string, month: string) => {
  const answer = await fred.browser.call("GET", `/organisations/gce/exports/${what}/${month}`);
  expect(answer.statusCode).toBe(200);
  return answer;
};
/** The month of the sandbox's clock in India. */
const thisMonth = async () => {
  const { rows } = await app.services.pool.query<{ month: string }>(
    "select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month",
  );
  return rows[0]!.month;
};

test("finds orders by state, payment id and the last digits of the number, page by page", async () => {
  const [paid, failed, open] = [await order("success"), await order("failure"), await order()];
  expect(idsOf(await list("state=paid"))).toContain(paid);
  expect(idsOf(await list("state=failed"))).toContain(failed);
  expect(idsOf(await list("state=pending"))).toContain(open);
  expect(idsOf(await list(`find=${paid}`))).toEqual([paid]);
  const mobile = newMobile();
  const own = await order("success", { mobile });
  expect(idsOf(await list(`find=${encodeURIComponent(mobile)}`))).toEqual([own]);
  expect(idsOf(await list(`find=${mobile.slice(-6)}`))).toContain(own);
  expect(idsOf(await list(`find=${mobile.slice(-3)}`))).toEqual([]);
  const all = idsOf(await list("count=100"));
  const first = await list("count=2");
  const rest = await list(`count=100&after=${first.next}`);
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(all);
});

test("lists orders whose provider does not answer, names another amount, or may still be paid", async () => {
  const silent = await order();
  expect(idsOf(await list("state=unclear"))).not.toContain(silent);
  const differs = await order();
  await app.services.pool.query(
    "insert into payment_events (id, order_id, status, effect, received_at) values ('test:1', $1, 'Success', 'mismatch', app_now())",
    [differs],
  );
  const replaced = await order();
  await app.services.pool.query("update orders set closed_at = app_now(), next_check_at = null where id = $1", [
    replaced,
  ]);
  await app.advance(45 * 60);
  fred = await hire(app, "finance");
  const found = new Map((await list("state=unclear&count=100")).list.map(({ orderId, issue }) => [orderId, issue]));
  expect([found.get(silent), found.get(differs), found.get(replaced)]).toEqual([
    "no-answer",
    "amount-differs",
    "not-cancelled",
  ]);
});

test("exports a month as CSV, and guards cells that a spreadsheet would compute", async () => {
  const paid = await order("success", { name: '=HYPERLINK("http://evil.example"), "Asha"' });
  await fred.browser.call("POST", `/organisations/gce/orders/${paid}/refunds`, {
    amountMinor: 12_345,
    refundableMinor: read<{ refundableMinor: number }>(
      await fred.browser.call("GET", `/organisations/gce/orders/${paid}`),
    ).refundableMinor,
    reason: "goodwill",
    note: "+1 for patience, thanks",
  });
  const month = await thisMonth();
  const answer = await exported("orders", month);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers["content-disposition"]).toBe(`attachment; filename="orders-${month}.csv"`);
  const lines = answer.body.split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFpayment_id,opened_at,paid_at,transaction_id,form,candidate,mobile,currency,amount,tax,refunded,status,region,provider,provider_reference,invoice",
  );
  // An id that begins with a hyphen is guarded, too.
  expect(lines.find((line) => line.includes(`${paid},`))).toMatch(
    /,"'=HYPERLINK\(""http:\/\/evil[.]example""\), ""Asha""",…\d{4},INR,\d+[.]\d\d,\d+[.]\d\d,0[.]00,Success,IN,/,
  );
  const refunds = (await exported("refunds", month)).body;
  expect(refunds).toMatch(new RegExp(`,'?${paid},`));
  expect(refunds).toContain(",INR,123.45,");
  expect((await exported("orders", "2020-01")).body.split("\r\n")).toHaveLength(2);
  expect(codeOf(await fred.browser.call("GET", "/organisations/gce/exports/orders/2026-13"))).toEqual([400, 100]);
  const support = await hire(app, "support");
  expect(codeOf(await support.browser.call("GET", `/organisations/gce/exports/orders/${month}`))).toEqual([403, 103]);
});

test("exports more rows than one query reads, each once", async () => {
  const paid = await order("success");
  await app.services.pool.query(
    `insert into orders select o.* from (select (jsonb_populate_record(source, jsonb_build_object('id', 'many' || n, 'transaction_id', source.transaction_id))).*
     from orders source, generate_series(1, 1200) n where source.id = $1) o`,
    [paid],
  );
  const ids = (await exported("orders", await thisMonth())).body.split("\r\n").map((line) => line.split(",")[0]!);
  expect(new Set(ids.filter((id) => id.startsWith("many"))).size).toBe(1200);
  expect(new Set(ids).size).toBe(ids.length);
});
