import { expect, test } from "vitest";
import { Replies } from "./replies.ts";

const origin = "http://wallet.example";
const through: typeof fetch = async () => Response.json({ data: "through" });
const info = `${origin}/verification/web-wallet/api/1.0/transactions/degree/info?txnId=a`;

test("answers an operation with any arguments until it is cleared, and passes other calls", async () => {
  const replies = new Replies();
  replies.set("verifications.info", { status: 404, body: { code: 104 } });
  const page = replies.wrap(through);
  const answer = await page(info);
  expect([answer.status, await answer.json()]).toEqual([404, { code: 104 }]);
  expect((await page(info, { method: "POST" })).status).toBe(200);
  expect((await page(`${origin}/verification/web-wallet/api/1.0/transactions/info`)).status).toBe(200);
  replies.clear("verifications.info");
  expect((await page(info)).status).toBe(200);
});

test("answers a limited number of times, and fails the call for status 0", async () => {
  const replies = new Replies();
  replies.set("verifications.info", { status: 0, times: 1 });
  const page = replies.wrap(through);
  await expect(page(info)).rejects.toThrow(TypeError);
  expect((await page(info)).status).toBe(200);
});

test("answers definitions by their own id", async () => {
  const replies = new Replies();
  replies.set("config.document", { status: 404 });
  const page = replies.wrap(through);
  expect((await page(`${origin}/config/d/Zm9vYmFy.json`)).status).toBe(404);
  expect((await page(`${origin}/config/manifest?orgId=harbour`)).status).toBe(200);
});
