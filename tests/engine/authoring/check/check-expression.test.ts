import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkExpression } from "#engine/authoring/check/support/check-expression.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { operators } from "#engine/core/rules/operators.ts";

const codes = (expr: unknown, place?: Parameters<typeof checkExpression>[1]) =>
  checkExpression(expr, place).map(({ code, pointer }) => `${code} ${pointer}`);

describe("checkExpression", () => {
  it("accepts valid expressions", () => {
    expect(
      checkExpression({
        and: [
          { "!": { blank: { var: "a.b" } } },
          { matches: [{ var: "a.b" }, "^[0-9]{6}$"] },
          { in: [{ var: "a.c" }, ["x", "y"]] },
        ],
      }),
    ).toEqual([]);
    expect(checkExpression(true)).toEqual([]);
  });

  it("suggests the nearest operator", () => {
    expect(checkExpression({ and: [true, { mathces: ["a", "b"] }] })).toEqual([
      {
        pointer: "/and/1",
        code: "expression/unknown-operator",
        message: 'There is no operator "mathces"; did you mean "matches"?',
      },
    ]);
    expect(codes({ log: "x" })).toEqual(["expression/unknown-operator "]);
  });

  it.each<[unknown, string]>([
    [{ var: { var: "a" } }, "expression/path-not-literal /var"],
    [{ var: "" }, "expression/path-not-literal /var"],
    [{ var: "a.constructor" }, "expression/path-not-literal /var"],
    [{ var: ["a", "default"] }, "expression/operand-count /var"],
    [{ matches: [{ var: "a" }, { var: "b" }] }, "expression/pattern-not-literal /matches/1"],
    [{ matches: [{ var: "a" }, "("] }, "pattern/invalid /matches/1"],
    [{ "===": [1] }, "expression/operand-count /==="],
    [{ rule: { var: "a" } }, "expression/rule-not-literal /rule"],
    [{ ">": [{ blank: { var: "a" } }, 1] }, "expression/operand-type />/0"],
    [{ count: 3 }, "expression/operand-type /count"],
    [{ a: 1, b: 2 }, "expression/not-an-expression "],
    [{}, "expression/not-an-expression "],
    [
      { or: Array.from({ length: 64 }, () => ({ or: Array.from({ length: 64 }, () => true) })) },
      "expression/too-large /or/15/or/23",
    ],
  ])("rejects %j", (expr, issue) => {
    expect(codes(expr)).toContain(issue);
  });

  it("stops at twenty thousand levels without overflowing", () => {
    let deep: unknown = true;
    for (let level = 0; level < 20_000; level += 1) deep = { "!": deep };
    expect(checkExpression(deep).map(({ code }) => code)).toEqual(["expression/too-deep"]);
  });

  it("resolves rule names, and accepts text operators only in texts", () => {
    const rules = new Set(["form-expired"]);
    expect(checkExpression({ rule: "form-expird" }, { rules })[0]?.message).toContain('did you mean "form-expired"?');
    expect(codes({ money: [{ var: "a" }, "INR"] }, { inText: false })).toEqual([
      "expression/text-only-operator /money",
    ]);
    expect(codes({ money: [{ var: "a" }, "INR"] }, { inText: true })).toEqual([]);
  });

  it("rejects every expression for which evaluate throws", () => {
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
        if (checkExpression(candidate, { rules: new Set() }).length > 0) return;
        evaluate(candidate as Expr, { roots: { a: 1 }, rules: {} });
      }),
      { numRuns: 2_000 },
    );
  });
});
