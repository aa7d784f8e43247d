import { afterAll, beforeAll, expect, it } from "vitest";
import { cpuMs } from "../cpu-ms.ts";
import { evaluate } from "#engine/rules/evaluate.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { runaways } from "./config/patterns/runaways.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

it.each(runaways)("a running server is not held by a rule that matches %s", async (pattern) => {
  const spent = await cpuMs(() => {
    for (const text of ["a".repeat(999), `${"a".repeat(999)}!`])
      evaluate({ matches: [{ var: "data.a" }, pattern] }, { roots: { data: { a: text } }, rules: {} });
  });
  expect(spent).toBeLessThan(1_000);
});
