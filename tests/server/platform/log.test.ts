import { expect, test } from "vitest";
import { describeError } from "#server/platform/log.ts";

const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code });
const reasonOf = (error: Error) => describeError(error)["reason"];

test("omits unreadable values and keeps the names of tables and columns", () => {
  expect(reasonOf(ofDatabase("22P02", 'invalid input syntax for type uuid: "Asha "the" Verma\nABCPV1234K"'))).toBe(
    'invalid input syntax for type uuid: "…"',
  );
  expect(reasonOf(ofDatabase("42P01", 'relation "chat_messages" does not exist'))).toBe(
    'relation "chat_messages" does not exist',
  );
  let fault: unknown;
  try {
    JSON.parse('{"name": Asha Verma');
  } catch (error) {
    fault = error;
  }
  expect(reasonOf(fault as Error)).not.toContain("Asha");
});

test("keeps only the host of a URL, without password and key", () => {
  for (const address of [
    "https://user:pass-word@gateway.example:8443/send/key?apikey=abc#x",
    "smtps://user:p@ss-word@gateway.example:8443",
    "postgres://user:pass-word@gateway.example:8443/sanad",
  ]) {
    const reason = reasonOf(new Error(`[POST] "${address}": 500 Internal Server Error`));
    expect(reason).toContain("gateway.example:8443");
    expect(reason).toContain("500 Internal Server Error");
    expect(reason).not.toMatch(/word|key|abc|user/);
  }
});

test("keeps a message of several lines out of the stack", () => {
  const { stack } = describeError(new Error("first\nAsha Verma\nABCPV1234K"));
  expect(stack).toMatch(/^ {4}at .*log\.test\.ts/);
  expect(stack).not.toMatch(/Asha|ABCPV/);
});
