import { expect, it } from "vitest";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { readInputs, readPaths } from "#engine/core/rules/read-paths.ts";

it("lists the paths of an expression through named rules, each once", () => {
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

it("lists the inputs of a rule: values, or only presence and size", () => {
  const rules: Record<string, Expr> = {
    nameless: { blank: { var: "profile.name" } },
    many: { and: [{ ">": [{ count: [{ var: "data.list" }] }, 1] }, { "!": { var: "data.x" } }, { rule: "many" }] },
  };
  const read = (value: unknown) => readInputs(value, rules).map(({ expr }) => expr);
  expect(read({ or: [{ rule: "nameless" }, { rule: "many" }, { rule: "nameless" }, { rule: "toString" }] })).toEqual([
    { blank: [{ var: "profile.name" }] },
    { count: [{ var: "data.list" }] },
    { "!": [{ var: "data.x" }] },
  ]);
  expect(read({ or: [{ rule: "nameless" }, { "===": [{ var: "profile.name" }, "Asha"] }] })).toEqual([
    { blank: [{ var: "profile.name" }] },
    { var: "profile.name" },
  ]);
  expect(read({ filled: { coalesce: [{ var: "a" }, { var: "b" }] } })).toEqual([{ var: "a" }, { var: "b" }]);
  expect(read({ "!": { rule: "nameless" } })).toEqual([{ blank: [{ var: "profile.name" }] }]);
});
