import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentReport } from "#server/checkout/providers/provider.ts";
import { priceTransaction } from "#server/checkout/orders/bill.ts";
import { settleOrder } from "#server/checkout/orders/settle.ts";
import { transact } from "#server/platform/store/database.ts";
import { toCartItems } from "#server/wallet/transactions/cart.ts";
import { loadTransaction } from "#server/wallet/transactions/load.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { sendFile } from "../../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../../files/sample-documents.ts";
import { makePayer, payment, wallet, type Payer } from "./ready-to-pay.ts";

let app: TestApp;
let certificate: Buffer;
beforeAll(async () => {
  await buildDetectWorker();
  certificate = await makePdf();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

interface Order {
  id: string;
  status: string;
  amount_minor: number;
  currency: string;
  is_open: boolean;
  covers: { subType: string; institution?: string }[];
  refunded: number;
}

const readOrders = async ({ keys }: Payer) =>
  (
    await app.services.pool.query<Order>(
      `select o.id, o.status, o.amount_minor, o.currency, o.closed_at is null as is_open, o.covers,
        (select coalesce(sum(r.amount_minor), 0)::int from refunds r where r.order_id = o.id and r.status <> 'Failed') as refunded
       from orders o where o.transaction_id = $1 order by o.created_at, o.id`,
      [keys.txnId],
    )
  ).rows;

/** Providers may report any order at any time, cancelled ones too. */
async function report(payer: Payer, at: number, status: "Success" | "Failed"): Promise<void> {
  const orders = await readOrders(payer);
  const order = orders[at % Math.max(orders.length, 1)];
  if (!order) return;
  const { id, amount_minor: amountMinor, currency } = order;
  const outcome: PaymentReport =
    status === "Success" ? { status, amountMinor, currency: currency as "INR" } : { status };
  await transact(app.services.db, (tx) => settleOrder(tx, id, outcome, "provider", app.services));
}

const degree = {
  institute: "a-small-college",
  registrationNumber: "2015016400123456",
  degreeLevel: "bachelor",
  course: "B.Sc.",
  passingYear: "2019",
  degreeStatus: "DEGREE_ONLY_NO_MARKSHEET",
};
/** Certificates of the payers, by token. */
const certificates = new Map<string, string>();

/** The address of the payer's certificate, uploaded once. */
async function uploadCertificate({ token }: Payer): Promise<string> {
  const known = certificates.get(token);
  if (known) return known;
  const answer = await sendFile(app, "/utility/api/1.0/files", token, certificate);
  expect(answer.statusCode, answer.body).toBe(200);
  const { fileUrl } = answer.json<{ data: { fileUrl: string } }>().data;
  certificates.set(token, fileUrl);
  return fileUrl;
}

async function listDegrees({ keys }: Payer): Promise<string[]> {
  const { items } = await loadTransaction(app.services.db, keys.txnId);
  return items.find(({ name }) => name === "bgv-degree")!.submissions.map(({ subType }) => subType);
}

async function replaceDegree(payer: Payer, change: Record<string, string>): Promise<void> {
  const [subType] = await listDegrees(payer);
  if (!subType) return;
  const { items } = await loadTransaction(app.services.db, payer.keys.txnId);
  const { data } = items.flatMap(({ submissions }) => submissions).find((one) => one.subType === subType)!;
  const degreeCertificate = await uploadCertificate(payer);
  await call(payer, "PUT", "/verification/api/2.0/bgv", { subType, data: { ...data, degreeCertificate, ...change } });
}

/** Some calls are refused: the form is submitted, something is missing, or nothing left supports express. */
async function call(
  { token, keys }: Payer,
  method: "POST" | "PUT" | "DELETE",
  url: string,
  body: object,
): Promise<void> {
  const answer = await app.call(method, url, { token, body: { ...keys, ...body } });
  const isExpressRefused = answer.body.includes('"pointer":"/express"');
  if (!isExpressRefused) expect([200, 409], answer.body).toContain(answer.statusCode);
}

type Step = { readonly name: string; run(payer: Payer): Promise<void> };
const step = (name: string, run: Step["run"]): Step => Object.assign({ name, run }, { toString: () => name });
const skip = (undo: boolean) => (payer: Payer) =>
  call(payer, "POST", `${wallet}/transactions/process/mark-as-skip`, {
    verificationNameList: ["bgv-twelfth", "bgv-degree"].slice(undo ? 0 : 1),
    undo,
  });

let edits = 0;
const steps: readonly Step[] = [
  step("pay", (payer) =>
    call(payer, "POST", `${payment}/init`, { region: "IN", express: false, provider: "cashfree" }),
  ),
  step("pay express", (payer) =>
    call(payer, "POST", `${payment}/init`, { region: "IN", express: true, provider: "cashfree" }),
  ),
  step("edit", (payer) => replaceDegree(payer, { passingYear: String(2000 + ((edits += 1) % 20)) })),
  step("change the institute", (payer) => replaceDegree(payer, { institute: "university-of-mumbai" })),
  step("change the institute back", (payer) => replaceDegree(payer, { institute: "a-small-college" })),
  step("delete", async (payer) => {
    const [subType] = await listDegrees(payer);
    if (subType) await call(payer, "DELETE", `${wallet}/bgv`, { subType });
  }),
  step("add", async (payer) => {
    const data = { ...degree, degreeCertificate: await uploadCertificate(payer) };
    await call(payer, "POST", `${wallet}/bgv`, { list: [{ verificationName: "bgv-degree", data }] });
  }),
  step("skip", skip(false)),
  step("undo the skip", skip(true)),
  step("first order succeeds", (payer) => report(payer, 0, "Success")),
  step("first order fails", (payer) => report(payer, 0, "Failed")),
  step("second order succeeds", (payer) => report(payer, 1, "Success")),
  step("last order succeeds", async (payer) => report(payer, (await readOrders(payer)).length - 1, "Success")),
];

const named = (...names: string[]) => names.map((name) => steps.find((one) => one.name === name)!);
/** A late success after items were removed, with fewer, other and more items than were paid for. */
const examples: [Step[]][] = [
  [named("skip", "first order succeeds")],
  [named("delete", "skip", "first order succeeds")],
  [named("change the institute", "first order succeeds", "pay", "second order succeeds")],
  [named("add", "first order succeeds", "pay", "second order succeeds")],
  [named("pay express", "first order succeeds", "second order succeeds")],
];

async function check(payer: Payer): Promise<void> {
  const loaded = await loadTransaction(app.services.db, payer.keys.txnId);
  const items = toCartItems(loaded);
  const orders = await readOrders(payer);
  for (const { covers } of orders.filter(({ is_open: isOpen }) => isOpen))
    expect(covers.map(({ subType, institution }) => [subType, institution])).toEqual(
      items.map(({ subType, institution }) => [subType, institution]),
    );
  const kept = orders
    .filter(({ status }) => status === "Success")
    .map(({ amount_minor: amount, refunded }) => amount - refunded)
    .reduce((sum, amount) => sum + amount, 0);
  const isSubmitted = loaded.row.state === "IN_PROGRESS";
  const organisation = app.services.config.organisation("lotus")!;
  const due = isSubmitted ? priceTransaction(loaded, organisation, "IN", loaded.row.express).cart.toPayMinor : 0;
  expect(kept).toBe(due);
}

test("keeps exactly the price of what was submitted in every order of edits, payments and reports", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 2, maxLength: 9 }), async (taken) => {
      const payer = await makePayer(app, { orgId: "lotus", formId: "admission" });
      await steps[0]!.run(payer);
      for (const { run } of taken) {
        await run(payer);
        await check(payer);
      }
    }),
    { numRuns: Number(process.env["ORDER_RUNS"] ?? 25), endOnFailure: true, examples },
  );
}, 300_000);
