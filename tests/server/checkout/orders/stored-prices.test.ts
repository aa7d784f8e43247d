import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";
import type { Release } from "#server/config/release.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { makePayer } from "./ready-to-pay.ts";

let app: TestApp;
let current: Release;
let dearer: Release;
let reworded: Release;

beforeAll(async () => {
  current = await compile((document) => document);
  dearer = await compile((document) => (document.kind === "prices" ? toDearer(document) : document));
  reworded = await compile((document) =>
    document.kind === "form" ? { ...document, description: `${document.description} Changed.` } : document,
  );
  app = await startTestApp({ config: toReader(() => current) });
});
afterAll(() => app?.close());

function toDearer(document: AnyDefinition): AnyDefinition {
  const prices = structuredClone(document["prices"]) as Prices;
  prices.verifications["bgv-degree"] = { IN: { mrp: 9000, price: 9000 }, INTL: { mrp: 90, price: 90 } };
  return { ...document, prices };
}

test("charges the price that the candidate was shown after prices change, and shows new candidates the new price", async () => {
  const early = await makePayer(app);
  const before = await early.info("&region=IN");
  const release = current.id;
  current = dearer;
  expect(await early.info("&region=IN")).toMatchObject({ toPay: before["toPay"], items: before["items"] });
  const info = await early.get(
    `/verification/web-wallet/api/1.0/transactions/info?orgId=gce&txnId=${early.keys.txnId}`,
  );
  expect(info.json()).toMatchObject({
    data: {
      release,
      priceList: expect.arrayContaining([expect.objectContaining({ verificationName: "bgv-degree", mrp: 60 })]),
    },
  });
  const { paymentId } = await early.open();
  expect(await early.info(`&paymentId=${paymentId}`)).toMatchObject({ toPay: before["toPay"] });

  const late = await makePayer(app);
  expect((await late.info("&region=IN"))["toPay"]).toBeGreaterThan(before["toPay"] as number);
});

test("shows changed texts before payment and keeps the price", async () => {
  current = await compile((document) => document);
  const payer = await makePayer(app);
  const before = await payer.info("&region=IN");
  current = reworded;
  await payer.state();
  expect(await payer.info("&region=IN")).toMatchObject({ toPay: before["toPay"] });
});
