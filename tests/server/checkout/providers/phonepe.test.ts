import { afterEach, beforeEach, expect, test } from "vitest";
import { ProviderRefusal } from "#server/checkout/providers/http.ts";
import { client, signPhonepe, startPhonepe, type PhonepeStandIn } from "../stand-ins/phonepe.ts";
import { connect, paid, request, toOrder } from "./request.ts";

const credentials = {
  PHONEPE_CLIENT_ID: client.id,
  PHONEPE_CLIENT_SECRET: client.secret,
  PHONEPE_CLIENT_VERSION: client.version,
  PHONEPE_WEBHOOK_USERNAME: "sanad_new sanad_old",
  PHONEPE_WEBHOOK_PASSWORD: "Passw0rdNew Passw0rdOld",
};
let phonepe: PhonepeStandIn;
beforeEach(async () => void (phonepe = await startPhonepe()));
afterEach(() => phonepe.close());

test("pays in paise with a token that is requested once", async () => {
  const driver = connect("phonepe", credentials, phonepe);
  const session = await driver.createSession(request);
  expect(session.webUrl).toMatch(/^https:\/\/mercury-t2\.phonepe\.com\//);
  const order = toOrder(session.reference);
  expect(await driver.findStatus(order)).toEqual({ status: "Pending" });
  expect(await driver.cancel(order)).toBe(false);
  phonepe.end(order.orderId, "COMPLETED");
  expect(await driver.findStatus(order)).toEqual(paid);
  expect(phonepe.requests.filter(({ path }) => path.endsWith("/token"))).toHaveLength(1);
});

test("ends a failed order, and a second order under its id is refused", async () => {
  const driver = connect("phonepe", credentials, phonepe);
  const order = toOrder((await driver.createSession(request)).reference);
  phonepe.end(order.orderId, "FAILED");
  expect([await driver.findStatus(order), await driver.cancel(order)]).toEqual([{ status: "Failed" }, true]);
  await expect(driver.createSession(request)).rejects.toBeInstanceOf(ProviderRefusal);
});

test("refunds once and polls until the refund has succeeded", async () => {
  const driver = connect("phonepe", credentials, phonepe);
  const order = toOrder((await driver.createSession(request)).reference);
  phonepe.end(order.orderId, "COMPLETED");
  const refund = { id: "refund-1", amountMinor: 371_700, reason: "not used" };
  expect([await driver.refund(order, refund), await driver.refund(order, refund)]).toEqual(["Pending", "Success"]);
});

test("requests the status after a callback, because its password does not cover the body", async () => {
  const driver = connect("phonepe", credentials, phonepe);
  const payload = { orderId: "OMO1", merchantOrderId: "order-1", state: "COMPLETED", amount: 1 };
  const read = (headers: Record<string, string>, event = "checkout.order.completed") =>
    driver.readCallback({ headers, rawBody: Buffer.from(JSON.stringify({ event, payload })), now: new Date() });
  const notice = { orderId: "order-1", report: "look-up" };
  for (const [user, password] of [
    ["sanad_new", "Passw0rdNew"],
    ["sanad_old", "Passw0rdOld"],
  ] as const)
    expect(await read(signPhonepe(user, password))).toMatchObject(notice);
  expect(await read(signPhonepe("sanad_new", "Passw0rdNew"), "pg.refund.completed")).toBeUndefined();
  for (const headers of [signPhonepe("sanad_new", "Passw0rdOld"), { authorization: "" }, {}])
    await expect(read(headers)).rejects.toMatchObject({ kind: "badSignature" });
});
