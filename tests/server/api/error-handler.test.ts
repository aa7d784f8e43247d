import Fastify from "fastify";
import { expect, test } from "vitest";
import { addErrorHandler } from "#server/api/error-handler.ts";
import { blockedFor, fieldError, withReason, WalletError, wrongOtp } from "#server/errors.ts";
import { describeError } from "#server/platform/log.ts";
import { errorTexts } from "../error-texts.ts";

async function answerTo(error: unknown, language = "en") {
  const server = Fastify();
  addErrorHandler(server, errorTexts);
  server.get("/", async () => {
    throw error;
  });
  return server.inject({ url: "/", headers: { "accept-language": language } });
}

test("responds 503 with Retry-After when the database is unavailable, for any error message", async () => {
  for (const error of [
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    new Error("Failed query", { cause: Object.assign(new Error("disk full"), { code: "53100" }) }),
    new Error("timeout exceeded when trying to connect"),
    new Error("Connection terminated unexpectedly"),
  ]) {
    const answer = await answerTo(error);
    expect([answer.statusCode, answer.json().code, answer.json().message, answer.headers["retry-after"]]).toEqual([
      503,
      120,
      "Please try again in a moment",
      "5",
    ]);
  }
});

test("reveals no SQL, path or stack of an unexpected error", async () => {
  const answer = await answerTo(new Error("insert into candidates values ('+919876543210')"));
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toMatch(/insert|candidates|9876|node_modules/);
});

test("responds with code, reason, fields, data and seconds of a known error", async () => {
  const answer = await answerTo(
    new WalletError("stateConflict", {
      ...withReason("payment-open"),
      data: { state: "PENDING", reason: "basic-details" },
    }),
  );
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 109,
    message: "A payment is already open",
    reason: "payment-open",
    data: { state: "PENDING", reason: "basic-details" },
  });
  const blocked = await answerTo(blockedFor(7200));
  expect([blocked.statusCode, blocked.json().message, blocked.headers["retry-after"]]).toEqual([
    429,
    "Too many attempts. Try again after 2 hr",
    "7200",
  ]);
});

test("takes the message from the rule's text and the reason from the rule's name", async () => {
  const refused = new WalletError("stateConflict", { reason: "not-begun", text: "Session Expired" });
  expect((await answerTo(refused)).json()).toMatchObject({ message: "Session Expired", reason: "not-begun" });
  expect((await answerTo(refused, "hi")).json()).toMatchObject({ message: "सत्र समाप्त हो गया", reason: "not-begun" });
});

test("translates texts and placeholder values to Hindi, but not code, reason and pointers", async () => {
  for (const error of [
    wrongOtp(2),
    blockedFor(7500),
    blockedFor(7200),
    blockedFor(120),
    blockedFor(30),
    new WalletError("invalid", { fields: [fieldError("/mobile", "format", "enter-mobile")] }),
    new WalletError("notFound"),
  ]) {
    const [english, hindi] = [
      (await answerTo(error)).json(),
      (await answerTo(error, "hi-IN,hi;q=0.9,en;q=0.8")).json(),
    ];
    expect([hindi.code, hindi.reason]).toEqual([english.code, english.reason]);
    expect(hindi.message).not.toMatch(/[A-Za-z]/);
    expect(english.message).not.toMatch(/[ऀ-ॿ]/);
    for (const [i, field] of (hindi.fields ?? []).entries()) {
      expect(field).toMatchObject({ pointer: english.fields[i].pointer, reason: english.fields[i].reason });
      expect(field.message).not.toMatch(/[A-Za-z]/);
    }
  }
  expect((await answerTo(wrongOtp(2))).json()).toMatchObject({
    message: "Invalid OTP. 2 attempts left",
    reason: "wrong-otp",
    values: { n: 2 },
  });
  expect((await answerTo(blockedFor(7500))).json()).toMatchObject({ values: { time: "2 hr 5 min" } });
});

test("responds in English to an unknown language, and names English in the header", async () => {
  for (const language of ["fr", "*", "xx;q=7,,;;q=", "", "fr,hi;q=0"]) {
    const answer = await answerTo(new WalletError("notFound"), language);
    expect([answer.json().message, answer.headers["content-language"]]).toEqual(["Not found", "en"]);
  }
});

test("asks a page of an earlier version to reload when it calls a former path", async () => {
  const server = Fastify();
  addErrorHandler(server, errorTexts);
  const answer = await server.inject({ url: "/web-wallet/api/1.0/credentials/links?credentialId=a" });
  expect([answer.statusCode, answer.json().reason]).toEqual([410, "page-outdated"]);
  expect(answer.json().message).toBe("This page is out of date. Please reload it.");
  expect((await server.inject({ url: "/web-wallet/api/1.0/credentials/none" })).statusCode).toBe(404);
});

test("logs an error without numbers and addresses", () => {
  const error = new Error("Failed query: insert ... params: +919876543210", {
    cause: new Error("duplicate key, asked by asha@mailbox.example on 9876543210"),
  });
  expect(JSON.stringify(describeError(error))).not.toMatch(/9876|asha@/);
});
