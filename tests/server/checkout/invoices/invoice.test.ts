import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawInvoice } from "#server/checkout/invoices/draw.ts";
import type { Invoice } from "#server/checkout/invoices/invoice.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer, payment, type InsertedSubmission, type Payer } from "../orders/ready-to-pay.ts";
import { readPdf } from "../../../support/read-pdf.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

async function pay(submissions?: InsertedSubmission[]): Promise<{ payer: Payer; paymentId: string }> {
  const payer = await makePayer(app, { ...(submissions && { submissions }) });
  const { paymentId } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  expect(await payer.poll(paymentId)).toBe("Success");
  return { payer, paymentId };
}

const fetchInvoice = (payer: Payer, orderId: string, { token = payer.token, language = "en" } = {}) =>
  app.call("GET", `${payment}/invoice?orgId=${payer.keys.orgId}&txnId=${payer.keys.txnId}&orderId=${orderId}`, {
    token,
    headers: { "accept-language": language },
  });

async function readInvoice(payer: Payer, orderId: string, language?: string): Promise<string> {
  const answer = await fetchInvoice(payer, orderId, { language });
  expect(answer.statusCode, answer.body).toBe(200);
  return readPdf(answer.rawPayload);
}

describe("makeInvoice", () => {
  test("lists seller, buyer and items, and sums that add up to the amount paid", async () => {
    const { payer, paymentId } = await pay();
    const answer = await fetchInvoice(payer, paymentId);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; filename="invoice-\d{4}-\d{2}-\d{6}\.pdf"$/),
      "cache-control": "no-store",
    });
    const text = await readPdf(answer.rawPayload);
    // List prices 3000 + 1200, to pay 2500 + 1000, minus 10 %, plus 18 % tax.
    for (const words of [
      "Tax invoice",
      "SANDBOX",
      "Sanad Wallet Services",
      "GSTIN",
      "Asha Verma",
      "Degree",
      "12th Marksheet",
      "Item Total INR 4,200.00",
      "Offer Discount - INR 700.00",
      "Additional Discount (10%) - INR 350.00",
      "Taxable amount INR 3,150.00",
      "Taxes (18%) INR 567.00",
      "Amount Paid INR 3,717.00",
      paymentId,
      payer.keys.txnId,
      "Page 1 of 1",
    ])
      expect(text).toContain(words);
  });

  test("keeps its number, and gives the next number to the next payment", async () => {
    const number = (text: string) => /\d{4}-\d{2}\/(\d{6})/.exec(text)?.[1];
    const [first, second] = [await pay(), await pay()];
    // Requested in another order than paid.
    const later = number(await readInvoice(second.payer, second.paymentId));
    const earlier = number(await readInvoice(first.payer, first.paymentId));
    expect(Number(later)).toBe(Number(earlier) + 1);
    expect(number(await readInvoice(second.payer, second.paymentId))).toBe(later);
  });

  test("continues on more pages and writes every character that the font has", async () => {
    const submissions: InsertedSubmission[] = Array.from({ length: 40 }, (_, i) => ({
      name: "bgv-degree",
      data: { degreeLevel: "bachelor", course: `Übersetzung ${i} हिन्दी` },
    }));
    const { payer, paymentId } = await pay(submissions);
    const text = await readInvoice(payer, paymentId);
    expect(text).toContain("Page 2 of");
    expect(text).toContain("Amount Paid");
  });

  test("transliterates a buyer's name in a script that the font lacks and adds a note", async () => {
    const payer = await makePayer(app, { name: "ஆஷா" });
    const { paymentId } = await payer.open();
    await decide(app, paymentId, { outcome: "success" });
    expect(await payer.poll(paymentId)).toBe("Success");
    const text = await readInvoice(payer, paymentId);
    expect(text).toContain("Asha");
    expect(text).toContain("are written here in Latin letters");
    expect(text).not.toMatch(/[?\uFFFD]/);
    expect(await readInvoice(payer, paymentId, "hi")).toContain("Asha");
  });

  test("is in Hindi with Hindi names when the candidate reads Hindi", async () => {
    const payer = await makePayer(app, { name: "आशा वर्मा" });
    const { paymentId } = await payer.open();
    await decide(app, paymentId, { outcome: "success" });
    expect(await payer.poll(paymentId)).toBe("Success");
    const text = await readInvoice(payer, paymentId, "hi");
    for (const words of ["कर बीजक", "राशि", "आशा वर्मा", "INR 4,200.00", "पृष्ठ 1 / 1"]) expect(text).toContain(words);
    for (const words of ["Tax invoice", "in English", "Latin"]) expect(text).not.toContain(words);
    expect(await readInvoice(payer, paymentId)).toContain("Tax invoice");
  });

  test("uses English with a note when the font lacks the language's script", async () => {
    const line = { label: "Total", text: "INR 1.00" };
    const english: Invoice = {
      language: "en",
      title: "Tax invoice",
      facts: [{ label: "Number", text: "1" }],
      seller: { heading: "Seller", lines: ["Sanad"] },
      buyer: { heading: "Buyer", lines: ["Asha"] },
      columns: line,
      items: [],
      sums: [],
      total: line,
      namesNote: "in Latin letters",
      toPage: (n, of) => `Page ${n} of ${of}`,
    };
    const tamil = { ...english, language: "ta", title: "வரி விலைப்பட்டியல்" };
    const pdf = await drawInvoice(tamil, () => ({ ...english, note: "This invoice is in English" }), new Date());
    const text = await readPdf(pdf);
    expect(text).toContain("Tax invoice");
    expect(text).toContain("This invoice is in English");
  });
});

test("rejects an unpaid order, another candidate's order and an unknown order", async () => {
  const payer = await makePayer(app);
  const { paymentId } = await payer.open();
  const unpaid = await fetchInvoice(payer, paymentId);
  expect([unpaid.statusCode, unpaid.json().code]).toEqual([409, 109]);
  await decide(app, paymentId, { outcome: "success" });
  const { accessToken: token } = await app.signIn(newMobile(), { name: "Not Asha" });
  for (const answer of [await fetchInvoice(payer, paymentId, { token }), await fetchInvoice(payer, "invented")])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 104]);
});
