import { expect, it } from "vitest";
import type { Expr } from "#engine/rules/evaluate.ts";
import { readPaths } from "#engine/rules/read-paths.ts";

it("lists the paths that an expression reads, through rules, each once", () => {
  const rules: Record<string, Expr> = {
    a: { and: [{ var: "data.x" }, { rule: "b" }] },
    b: { or: [{ rule: "a" }, { var: "env.now" }] },
  };
  expect(
    readPaths(
      {
        or: [
          { rule: "a" },
          { lookup: [{ var: "verification.map" }, { var: "data.x" }] },
          ["var", { count: [{ var: "data.list" }] }],
        ],
      },
      rules,
    ),
  ).toEqual(["data.x", "env.now", "verification.map", "data.list"]);
  expect(readPaths(true, rules)).toEqual([]);
  expect(readPaths({ rule: "toString" }, rules)).toEqual([]);
});
