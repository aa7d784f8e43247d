import { expect, test } from "vitest";
import { readFixtures } from "../read-fixtures.ts";
import { canRunConcurrently } from "./concurrent.ts";
import { findOperation, toLatencies } from "./latencies.ts";

test("finds the operation of a call with any parameters", () => {
  expect(findOperation("GET", "/verification/web-wallet/api/1.0/transactions/info")).toBe("transactions.info");
  expect(findOperation("GET", "/verification/web-wallet/api/1.0/transactions/bgv-degree/info")).toBe(
    "verifications.info",
  );
  expect(findOperation("POST", "/verification/web-wallet/api/1.0/transactions/info")).toBe("verification");
  expect(findOperation("POST", "/sandbox/session")).toBe("sandbox");
  expect(findOperation("GET", "/")).toBe("page");
});

test("reports p50, p95, p99 and failed calls of each operation", () => {
  const answers = Array.from({ length: 100 }, (_, i) => ({ what: "a", tookMs: 100 - i, status: i === 0 ? 503 : 200 }));
  expect(toLatencies([...answers, { what: "b", tookMs: 500, status: 0 }])).toEqual([
    { what: "b", count: 1, p50: 500, p95: 500, p99: 500, faults: 1 },
    { what: "a", count: 100, p50: 50, p95: 95, p99: 99, faults: 1 },
  ]);
});

test("runs most fixtures concurrently, but none that moves the clock", () => {
  const fixtures = readFixtures();
  const many = fixtures.filter(canRunConcurrently);
  expect(many.length).toBeGreaterThan(fixtures.length / 2);
  expect(many.map(({ name }) => name)).not.toContain("late-form-apologises");
});
