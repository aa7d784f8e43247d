import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

const wallet = "/web-wallet/api/1.0";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { addressLimits: true, trustProxy: "127.0.0.1" } });
});
afterAll(() => app.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const login = (address: string) =>
  app.call("POST", `${wallet}/profile/login`, { body: { mobile: newMobile() }, headers: from(address) });
const signUp = async (address: string) => {
  const mobile = newMobile();
  const sent = await app.call("POST", `${wallet}/profile`, { body: { mobile, name: "Asha" }, headers: from(address) });
  return { txnId: sent.json<{ data: { txnId: string } }>().data.txnId, code: await app.readCode(mobile) };
};
const verify = (txnId: string, otp: string, address: string) =>
  app.call("PUT", `${wallet}/profile/otp/${txnId}/verify`, { body: { otp }, headers: from(address) });

test("counts all addresses of one IPv6 network as one", async () => {
  const answers: number[] = [];
  for (let host = 1; host <= 31; host += 1) answers.push((await login(`2001:db8::${host.toString(16)}`)).statusCode);
  expect(answers).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  expect((await login("2001:db8:0:0:ffff::1")).statusCode).toBe(429);
  expect((await login("2001:db8:0:1::1")).statusCode).toBe(404);
});

test("stores no candidate when the code is rejected by the address limit", async () => {
  const count = async () => Number((await app.services.pool.query("select count(*) from candidates")).rows[0].count);
  const before = await count();
  const answers: number[] = [];
  for (let tried = 1; tried <= 40; tried += 1) {
    const body = { mobile: newMobile(), name: "Asha" };
    answers.push((await app.call("POST", `${wallet}/profile`, { body, headers: from("203.0.113.6") })).statusCode);
  }
  expect(answers).toEqual(Array.from({ length: 40 }, (_, tried) => (tried < 30 ? 200 : 429)));
  expect(await count()).toBe(before + 30);
});

test("keeps the language of a number whose codes are blocked", async () => {
  const mobile = newMobile();
  const create = async (language: string) =>
    (
      await app.call("POST", `${wallet}/profile`, {
        body: { mobile, name: "Asha" },
        headers: { ...from("203.0.113.5"), "accept-language": language },
      })
    ).statusCode;
  expect([await create("en"), await create("en"), await create("en"), await create("hi")]).toEqual([
    200, 200, 200, 429,
  ]);
  const { rows } = await app.services.pool.query("select locale from candidates where mobile = $1", [mobile]);
  expect(rows).toEqual([{ locale: "en" }]);
});

test("counts each compared wrong code for its address, also the one that blocks its number", async () => {
  const address = "203.0.113.7";
  const guess = async () => {
    const { txnId, code } = await signUp(address);
    return () => verify(txnId, code === "000000" ? "111111" : "000000", address);
  };
  for (let number = 1; number <= 10; number += 1) {
    const again = await guess();
    expect([await again(), await again(), await again()].map(({ statusCode }) => statusCode)).toEqual([400, 400, 429]);
  }
  const eleventh = await guess();
  expect((await eleventh()).statusCode).toBe(429);
});

test("does not count a code that was rejected before the comparison", async () => {
  const address = "203.0.113.8";
  const { txnId, code } = await signUp(address);
  const wrong = code === "000000" ? "111111" : "000000";
  for (let tried = 0; tried < 40; tried += 1) await verify(txnId, wrong, address);
  const other = await signUp(address);
  expect((await verify(other.txnId, other.code, address)).statusCode).toBe(200);
});
