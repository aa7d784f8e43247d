import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkExpr } from "#engine/rules/check-expr.ts";
import { evaluate } from "#engine/rules/evaluate.ts";
import type { Expr } from "#engine/rules/evaluate.ts";
import { operators } from "#engine/rules/operators.ts";

const codes = (expr: unknown, place?: Parameters<typeof checkExpr>[1]) =>
  checkExpr(expr, place).map(({ code, pointer }) => `${code} ${pointer}`);

describe("checkExpr", () => {
  it("has nothing to say about good expressions", () => {
    expect(
      checkExpr({
        and: [
          { "!": { blank: { var: "a.b" } } },
          { matches: [{ var: "a.b" }, "^[0-9]{6}$"] },
          { in: [{ var: "a.c" }, ["x", "y"]] },
        ],
      }),
    ).toEqual([]);
    expect(checkExpr(true)).toEqual([]);
  });

  it("suggests the operator that was meant", () => {
    expect(checkExpr({ and: [true, { mathces: ["a", "b"] }] })).toEqual([
      { pointer: "/and/1", code: "unknown-operator", message: "Unknown operator 'mathces', did you mean 'matches'?" },
    ]);
    expect(codes({ log: "x" })).toEqual(["unknown-operator "]);
  });

  it.each<[unknown, string]>([
    [{ var: { var: "a" } }, "path-not-literal /var"],
    [{ var: "" }, "path-not-literal /var"],
    [{ var: "a.constructor" }, "path-not-literal /var"],
    [{ var: ["a", "default"] }, "operand-count /var"],
    [{ matches: [{ var: "a" }, { var: "b" }] }, "pattern-not-literal /matches/1"],
    [{ matches: [{ var: "a" }, "("] }, "pattern-refused /matches/1"],
    [{ "===": [1] }, "operand-count /==="],
    [{ rule: { var: "a" } }, "rule-not-literal /rule"],
    [{ ">": [{ blank: { var: "a" } }, 1] }, "operand-type />/0"],
    [{ count: 3 }, "operand-type /count"],
    [{ a: 1, b: 2 }, "not-an-expression "],
    [{}, "not-an-expression "],
    [
      { or: Array.from({ length: 64 }, () => ({ or: Array.from({ length: 64 }, () => true) })) },
      "expression-too-large /or/15/or/23",
    ],
  ])("refuses %j", (expr, issue) => {
    expect(codes(expr)).toContain(issue);
  });

  it("stops at twenty thousand levels without overflowing", () => {
    let deep: unknown = true;
    for (let level = 0; level < 20_000; level += 1) deep = { "!": deep };
    expect(checkExpr(deep).map(({ code }) => code)).toEqual(["expression-too-deep"]);
  });

  it("knows rules by name and keeps text operators in texts", () => {
    const rules = new Set(["form-expired"]);
    expect(checkExpr({ rule: "form-expird" }, { rules })[0]?.message).toContain("did you mean 'form-expired'?");
    expect(codes({ money: [{ var: "a" }, "INR"] }, { inText: false })).toEqual(["text-operator /money"]);
    expect(codes({ money: [{ var: "a" }, "INR"] }, { inText: true })).toEqual([]);
  });

  it("lets nothing through on which evaluate throws", () => {
    const literal = fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
    const { expr } = fc.letrec<{ expr: unknown }>((tie) => ({
      expr: fc.oneof(
        { maxDepth: 5 },
        literal,
        fc.array(tie("expr"), { maxLength: 3 }),
        fc
          .tuple(
            fc.constantFrom(...Object.keys(operators), "log", "if", "__proto__"),
            fc.oneof(tie("expr"), fc.array(tie("expr"), { maxLength: 3 })),
          )
          .map(([name, operands]) => Object.fromEntries([[name, operands]])),
      ),
    }));
    fc.assert(
      fc.property(expr, (candidate) => {
        if (checkExpr(candidate, { rules: new Set() }).length > 0) return;
        evaluate(candidate as Expr, { roots: { a: 1 }, rules: {} });
      }),
      { numRuns: 2_000 },
    );
  });
});
