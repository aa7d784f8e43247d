import { describe, expect, it } from "vitest";
import { presentValue } from "#engine/core/base/value-type.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { nodesOf, typeExpression } from "#engine/authoring/check/support/typed-expression.ts";

const job = { type: "object", additionalProperties: false, properties: { months: { type: "integer" } } };
const data = { type: "object", additionalProperties: false, properties: { jobs: { type: "array", items: job } } };
const scope = { where: "a form", roots: { data: presentValue(data) } };
const typeOf = (expr: Expr) => typeExpression(expr, scope as never, {});
const failedPaths = (expr: Expr) =>
  nodesOf(typeOf(expr)).flatMap(({ path }) => (path?.failed ? [`${path.path} at ${path.failed.step}`] : []));
const list = { var: "data.jobs" };

describe("the type of a list expression", () => {
  it("knows the element as row only inside the list operator", () => {
    expect(failedPaths({ some: [list, { ">": [{ var: "row.months" }, 6] }] })).toEqual([]);
    expect(failedPaths({ some: [list, { ">": [{ var: "row.mnths" }, 6] }] })).toEqual(["row.mnths at mnths"]);
    expect(failedPaths({ ">": [{ var: "row.months" }, 6] })).toEqual(["row.months at row"]);
  });
  it("knows what map, filter, sum and reduce give", () => {
    expect(typeOf({ map: [list, { var: "row.months" }] }).known.schema).toMatchObject({
      type: "array",
      items: { type: "integer" },
    });
    expect(failedPaths({ sum: [{ filter: [list, true] }, { var: "row.months" }] })).toEqual([]);
    expect(typeOf({ sum: [list, { var: "row.months" }] }).known).toEqual(presentValue({ type: "number" }));
    const total: Expr = { "+": [{ var: "accumulator" }, { coalesce: [{ var: "row.months" }, 0] }] };
    expect(failedPaths({ reduce: [list, total, 0] as Expr })).toEqual([]);
  });
});
