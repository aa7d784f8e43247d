import { describe, expect, it } from "vitest";
import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";

const jobs = [
  { employer: "Mira Works", months: 12, pay: 0.1 },
  { employer: "Tara Labs", months: 5, pay: 0.2 },
  { employer: "Mira Works" },
];
const run = (expr: Expr, more: Record<string, unknown> = {}) =>
  evaluate(expr, {
    roots: { data: { jobs, least: 6 }, ...more },
    rules: { long: { ">": [{ var: "row.months" }, 6] } },
  });
const list = { var: "data.jobs" };
const isLong = { ">": [{ var: "row.months" }, { var: "data.least" }] };

describe("list operators", () => {
  it("reads the element as row and everything else as before when a condition is about rows", () => {
    expect(run({ some: [list, isLong] })).toBe(true);
    expect(run({ all: [list, isLong] })).toBe(false);
    expect(run({ none: [list, { "===": [{ var: "row.employer" }, "Nobody"] }] })).toBe(true);
    expect(run({ some: [list, { rule: "long" }] })).toBe(true);
  });
  it("gives lists and numbers when it maps, filters, counts, sums and reduces", () => {
    expect(run({ map: [list, { var: "row.months" }] })).toEqual([12, 5, undefined]);
    expect(run({ count: { filter: [list, isLong] } })).toBe(1);
    expect(run({ sum: [list, { var: "row.months" }] })).toBe(17);
    expect(run({ sum: [list, { var: "row.pay" }] })).toBe(0.3);
    expect(run({ sum: { map: [list, { var: "row.months" }] } })).toBe(17);
    const longest: Expr = { max: [{ var: "accumulator" }, { coalesce: [{ var: "row.months" }, 0] }] };
    expect(run({ reduce: [list, longest, 0] as Expr })).toBe(12);
  });
  it("sees the inner row in an inner list and the row of the form afterwards", () => {
    const inner = { some: [list, { "===": [{ var: "row.employer" }, "Tara Labs"] }] };
    expect(run({ and: [inner, { "===": [{ var: "row.employer" }, "Mine"] }] }, { row: { employer: "Mine" } })).toBe(
      true,
    );
  });
  it("treats an absent list as empty", () => {
    expect(run({ all: [{ var: "data.none" }, isLong] })).toBe(true);
    expect(run({ some: [{ var: "data.none" }, isLong] })).toBe(false);
    expect(run({ sum: [{ var: "data.none" }, { var: "row.months" }] })).toBe(0);
  });
  it("stops when a list makes a rule too costly", () => {
    const rows = Array.from({ length: 10_000 }, () => ({ months: 12 }));
    expect(() => run({ all: [{ var: "rows" }, isLong] }, { rows })).toThrow("too many steps");
  });
});
