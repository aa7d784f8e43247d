import Fastify from "fastify";
import { expect, test } from "vitest";
import { addErrorHandling } from "#server/http/error-handler.ts";
import { blockedFor, WalletError } from "#server/errors.ts";
import { describeError } from "#server/log.ts";

async function answerTo(error: unknown) {
  const server = Fastify();
  addErrorHandling(server);
  server.get("/", async () => {
    throw error;
  });
  return server.inject("/");
}

test("a database that is away is 503 with Retry-After, whatever words it uses", async () => {
  for (const error of [
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    new Error("Failed query", { cause: Object.assign(new Error("disk full"), { code: "53100" }) }),
    new Error("timeout exceeded when trying to connect"),
    new Error("Connection terminated unexpectedly"),
  ]) {
    const answer = await answerTo(error);
    expect([answer.statusCode, answer.json().code, answer.json().message, answer.headers["retry-after"]]).toEqual([503, 120, "Please try again in a moment", "5"]);
  }
});

test("a fault of ours tells no SQL, path or stack", async () => {
  const answer = await answerTo(new Error("insert into candidates values ('+919876543210')"));
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toMatch(/insert|candidates|9876|node_modules/);
});

test("a known error carries its code, fields, data and seconds", async () => {
  const answer = await answerTo(new WalletError("stateConflict", { message: "Basic details are missing", data: { state: "PENDING", reason: "basic-details" } }));
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 109, message: "Basic details are missing", data: { state: "PENDING", reason: "basic-details" } });
  const blocked = await answerTo(blockedFor(7200));
  expect([blocked.statusCode, blocked.json().message, blocked.headers["retry-after"]]).toEqual([429, "Too many attempts. Try again after 2 hr", "7200"]);
});

test("the log of an error keeps numbers and addresses out", () => {
  const error = new Error("Failed query: insert ... params: +919876543210", { cause: new Error("duplicate key, asked by asha@mailbox.example on 9876543210") });
  expect(JSON.stringify(describeError(error))).not.toMatch(/9876|asha@/);
});
