import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, insertSubmissions, makePayer, payment } from "./ready-to-pay.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

describe("payments.info", () => {
  test("returns the bill of the worked example in the region's currency", async () => {
    const payer = await makePayer(app);
    expect(await payer.info("&region=IN")).toMatchObject({
      items: [
        { label: "12th Marksheet", price: 1000, mrp: 1200 },
        { label: "Degree", description: "B.Sc.", price: 2500, mrp: 3000 },
      ],
      total: 3500,
      discount: { amount: 350, mrpDiscount: 700, percentage: 10 },
      toPayBeforeGst: 3150,
      gst: 567,
      toPay: 3717,
      currencySymbol: "INR",
      region: "IN",
      transactionId: payer.keys.txnId,
      refundDetails: [],
    });
    expect(await payer.info("&region=INTL")).toMatchObject({ currencySymbol: "USD", region: "INTL" });
    expect((await payer.get(`${payment}?orgId=gce&txnId=${payer.keys.txnId}&region=MARS`)).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/region" }],
    });
  });

  test("keeps an order's bill when items are added later", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    await insertSubmissions(app, payer.keys.txnId, [{ name: "bgv-degree", data: { degreeLevel: "doctoral" } }]);
    expect(await payer.info(`&paymentId=${paymentId}`)).toMatchObject({
      toPay: 3717,
      paymentId,
      orderId: paymentId,
      currentStatus: "Pending",
      provider: "phonepe",
    });
    expect((await payer.info("&region=IN")).toPay).toBeGreaterThan(3717);
  });

  test("accepts `express` only as `true`", async () => {
    const payer = await makePayer(app);
    for (const value of ["false", "1", "yes"]) {
      expect((await payer.get(`${payment}?orgId=gce&txnId=${payer.keys.txnId}&express=${value}`)).statusCode).toBe(400);
    }
  });
});

describe("payments.init", () => {
  test("opens an order at the region's first provider and returns the same order again", async () => {
    const payer = await makePayer(app);
    const first = await payer.open();
    expect(first).toEqual({
      paymentId: first.paymentId,
      provider: "phonepe",
      web: `http://localhost:3000/sandbox/pay/${first.paymentId}`,
      paymentSessionId: null,
    });
    expect(await payer.open()).toEqual(first);
    expect(await payer.open({ provider: "phonepe" })).toEqual(first);
  });

  test("cancels the open order and opens a new one when the region changes", async () => {
    const payer = await makePayer(app);
    const first = await payer.open();
    const second = await payer.open({ region: "INTL" });
    expect(second).toMatchObject({ provider: "paypal" });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(await payer.poll(first.paymentId)).toBe("Failed");
    expect((await decide(app, first.paymentId, { outcome: "success" })).statusCode).toBe(409);
    expect(await payer.poll(second.paymentId)).toBe("Pending");
  });

  test("opens a new order when the price changes", async () => {
    const payer = await makePayer(app);
    const first = await payer.open();
    await insertSubmissions(app, payer.keys.txnId, [
      { name: "bgv-degree", data: { institute: "a-small-college", degreeLevel: "bachelor" } },
    ]);
    expect((await payer.open()).paymentId).not.toBe(first.paymentId);
  });

  test("rejects with 112 because the order is being paid", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    await decide(app, paymentId, { outcome: "pending" });
    expect((await payer.init({ region: "INTL" })).json()).toMatchObject({ code: 112, data: { paymentId } });
    expect((await payer.open()).paymentId).toBe(paymentId);
  });

  test("rejects with 112 because the transaction is paid", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    await decide(app, paymentId, { outcome: "success" });
    const again = await payer.init();
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 112, data: { paymentId } }]);
  });

  test("opens one order when ten requests arrive at once", async () => {
    const payer = await makePayer(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => payer.init()));
    expect(new Set(answers.map((answer) => answer.json<{ data: { paymentId: string } }>().data.paymentId)).size).toBe(
      1,
    );
    const { rows } = await app.services.pool.query("select 1 from orders where transaction_id = $1", [
      payer.keys.txnId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("opens one order when ten requests arrive at once in two regions", async () => {
    const payer = await makePayer(app);
    await Promise.all(Array.from({ length: 10 }, (_, i) => payer.init({ region: i % 2 ? "IN" : "INTL" })));
    const { rows } = await app.services.pool.query(
      "select 1 from orders where transaction_id = $1 and closed_at is null",
      [payer.keys.txnId],
    );
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  test("rejects an amount or any other unknown key with 400", async () => {
    const payer = await makePayer(app);
    for (const more of [{ amount: 1 }, { toPay: 1 }, { price: { toPay: 1 } }, { express: "true" }, { region: 1 }]) {
      expect((await payer.init(more)).statusCode).toBe(400);
    }
  });

  test("rejects an unknown region or provider, an unavailable express and a foreign number with 106 and the field", async () => {
    const payer = await makePayer(app);
    for (const [more, pointer] of [
      [{ region: "MARS" }, "/region"],
      [{ provider: "paypal" }, "/provider"],
      [{ provider: "constructor" }, "/provider"],
      [{ region: "__proto__" }, "/region"],
      [{ express: true }, "/express"],
      [{ phoneNumber: "+447911123456" }, "/phoneNumber"],
      [{ phoneNumber: "12" }, "/phoneNumber"],
    ] as const) {
      const answer = await payer.init(more);
      expect([
        answer.statusCode,
        answer.json<{ code: number; fields: { pointer: string }[] }>().fields?.[0]?.pointer,
      ]).toEqual([422, pointer]);
    }
  });

  test("accepts an Indian number, or a provider without one, from a candidate abroad", async () => {
    const payer = await makePayer(app, { mobile: `+4479111${String(Math.floor(Math.random() * 90_000) + 10_000)}` });
    expect((await payer.init()).json()).toMatchObject({ code: 106, fields: [{ pointer: "/phoneNumber" }] });
    expect((await payer.init({ phoneNumber: "9876543210" })).statusCode).toBe(200);
  });

  test("rejects with 109 and the names because verifications remain", async () => {
    const payer = await makePayer(app, { skipRest: false });
    const answer = await payer.init();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 109, data: { reason: "remaining", state: "PENDING", remaining: ["bgv-tenth"] } },
    ]);
  });

  test("rejects with 109 minimum-set because everything is skipped", async () => {
    const payer = await makePayer(app, { submissions: [] });
    expect((await payer.init()).json()).toMatchObject({ code: 109, data: { reason: "minimum-set" } });
  });

  test("rejects another candidate's transaction and order with 404", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    const { accessToken: token } = await app.signIn(newMobile());
    const keys = `orgId=gce&txnId=${payer.keys.txnId}`;
    for (const place of [
      `${payment}?${keys}`,
      `${payment}?${keys}&paymentId=${paymentId}`,
      `${payment}/mode?${keys}`,
      `${payment}/poll?orgId=gce&paymentId=${paymentId}`,
      `${payment}/poll?orgId=gce`,
      `${payment}/paid?${keys}&orderId=${paymentId}`,
      `${payment}/price/bgv-degree?${keys}`,
    ]) {
      const answer = await app.call("GET", place, { token });
      expect([place, answer.statusCode, answer.json<{ code: number }>().code]).toEqual([place, 404, 104]);
    }
    expect(
      (await app.call("POST", `${payment}/init`, { token, body: { ...payer.keys, region: "IN", express: false } }))
        .statusCode,
    ).toBe(404);
    expect((await app.call("GET", `${payment}/history`, { token })).json()).toMatchObject({
      data: { list: [], total: 0 },
    });
    expect((await app.call("GET", `${payment}?${keys}`)).statusCode).toBe(401);
  });

  test("returns the SDK session and the page that runs it", async () => {
    const payer = await makePayer(app);
    const { web, paymentSessionId } = await payer.open({ provider: "cashfree-sdk" });
    expect(paymentSessionId).toMatch(/^session_/);
    expect(web).toBe(
      `http://localhost:3000/payment-redirect?sdkProvider=cashfree&paymentSessionId=${paymentSessionId}&environment=production`,
    );
  });
});

describe("payments.regions and payments.providers", () => {
  test("list regions and providers of the catalogue", async () => {
    const payer = await makePayer(app);
    expect((await payer.get(`${payment}/region?orgId=gce`)).json()).toMatchObject({
      data: {
        list: [
          { name: "India (INR)", value: "IN", currencySymbol: "INR" },
          { value: "INTL", currencySymbol: "USD" },
        ],
        total: 2,
      },
    });
    const options = (await payer.get(`/verification/api/1.0/transactions/payment-option?orgId=gce&region=IN`)).json<{
      data: { list: { name: string; sdk: boolean }[] };
    }>().data.list;
    expect(options.map(({ name, sdk }) => [name, sdk])).toEqual([
      ["phonepe", false],
      ["cashfree", false],
      ["cashfree-sdk", true],
    ]);
    expect((await payer.get(`${payment}/price/bgv-degree?orgId=gce&txnId=${payer.keys.txnId}`)).json()).toMatchObject({
      data: { verificationName: "bgv-degree", mrp: 60, price: { primary: 50 } },
    });
    expect((await payer.get(`${payment}/price/passport?orgId=gce&txnId=${payer.keys.txnId}`)).statusCode).toBe(404);
  });

  test("allow express when one item supports it, and name the items that do not", async () => {
    const lotus = { orgId: "lotus", formId: "admission" };
    const payer = await makePayer(app, lotus);
    expect((await payer.get(`${payment}/mode?orgId=lotus&txnId=${payer.keys.txnId}`)).json()).toMatchObject({
      data: { showWarning: true, expressAllowed: true, notExpressList: ["bgv-degree"] },
    });
    expect(await payer.info("&region=IN")).toMatchObject({ total: 3500, discount: { percentage: 0 }, toPay: 4130 });
    // One and a half times the price of the twelfth only. The form's discount uses the normal prices, which are too
    // low.
    expect(await payer.info("&region=IN&express=true")).toMatchObject({
      total: 4000,
      discount: { percentage: 0, amount: 0 },
      toPay: 4720,
    });
    const first = await payer.open();
    expect((await payer.open({ express: true })).paymentId).not.toBe(first.paymentId);
    const gce = await makePayer(app);
    expect((await gce.get(`${payment}/mode?orgId=gce&txnId=${gce.keys.txnId}`)).json()).toMatchObject({
      data: { showWarning: false, expressAllowed: false },
    });
  });
});
