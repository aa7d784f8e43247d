import { afterAll, beforeAll, expect, it } from "vitest";
import { cpuMs } from "../support/cpu-time.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { redosPatterns } from "./config/patterns/redos-patterns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

it.each(redosPatterns)("stays responsive with a rule that matches %s", async (pattern) => {
  const spent = await cpuMs(() => {
    for (const text of ["a".repeat(999), `${"a".repeat(999)}!`])
      evaluate({ matches: [{ var: "data.a" }, pattern] }, { roots: { data: { a: text } }, rules: {} });
  });
  expect(spent).toBeLessThan(1_000);
});
