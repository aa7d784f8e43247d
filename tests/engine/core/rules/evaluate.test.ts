import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import { evaluate, isTrue } from "#engine/core/rules/evaluate.ts";
import type { Expr, Scope } from "#engine/core/rules/evaluate.ts";
import { RuleError } from "#engine/core/rules/expression.ts";

const scope = (roots: Record<string, unknown> = {}, rules: Record<string, Expr> = {}): Scope => ({ roots, rules });
const valueOf = (expr: Expr, roots?: Record<string, unknown>) => evaluate(expr, scope(roots));

describe("evaluate", () => {
  it("returns a literal unchanged", () => {
    expect(valueOf("x")).toBe("x");
    expect(valueOf(["a", { var: "data.b" }], { data: { b: 2 } })).toEqual(["a", 2]);
  });

  it("reads paths through maps and lists, own properties only", () => {
    const roots = { data: { list: [{ name: "first" }], text: "abc", method: () => 1 } };
    expect(valueOf({ var: "data.list.0.name" }, roots)).toBe("first");
    for (const path of [
      "constructor",
      "constructor.constructor",
      "__proto__",
      "data.__proto__",
      "data.toString",
      "data.list.length",
      "data.text.length",
      "data.list.map",
      "data.method",
      "",
    ]) {
      expect(valueOf({ var: path }, roots)).toBeUndefined();
    }
    expect(
      valueOf({ var: "data.__proto__.x" }, { data: JSON.parse('{"__proto__": {"x": 1}}') as unknown }),
    ).toBeUndefined();
  });

  it("does not read inherited properties", () => {
    const data: unknown = Object.create({ secret: "inherited" });
    expect(valueOf({ var: "data.secret" }, { data })).toBeUndefined();
    expect(valueOf({ lookup: [{ var: "data" }, "secret"] }, { data })).toBeUndefined();
  });

  it.each<[Expr, unknown]>([
    [{ and: [true, 0] }, 0],
    [{ or: ["", "b"] }, "b"],
    [{ "!": { var: "data.none" } }, true],
    [{ "!": [[]] }, true],
    [{ "===": [{ var: "data.none" }, null] }, true],
    [{ "===": ["1", 1] }, false],
    [{ "!==": [{ var: "data.none" }, "LOA_ONLY"] }, true],
    [{ ">": [2, 1] }, true],
    [{ ">": [{ var: "data.none" }, -1] }, false],
    [{ "<=": [{ var: "data.none" }, 1] }, false],
    [{ "<": [1, 2, 3] }, true],
    [{ "<": [1, 3, 3] }, false],
    [{ ">=": ["b", "a"] }, true],
    [{ in: ["a", ["a", "b"]] }, true],
    [{ in: ["a", { var: "data.none" }] }, false],
    [{ in: ["bc", "abcd"] }, true],
    [{ blank: " " }, true],
    [{ blank: { var: "data.none" } }, true],
    [{ blank: false }, false],
    [{ blank: 0 }, false],
    [{ blank: { var: "data.empty" } }, true],
    [{ coalesce: [{ var: "data.none" }, "", "x"] }, "x"],
    [{ coalesce: [false, "x"] }, false],
    [{ count: { var: "data.map" } }, 2],
    [{ count: { var: "data.none" } }, 0],
    [{ count: "text" }, 0],
    [{ lookup: [{ var: "data.map" }, "a"] }, 1],
    [{ lookup: [{ var: "data.map" }, "b", "c"] }, 3],
    [{ lookup: [{ var: "data.map" }, "constructor"] }, undefined],
    [{ matches: ["110001", "^[0-9]{6}$"] }, true],
    [{ matches: [{ var: "data.none" }, "^.+$"] }, false],
    [{ mask: ["12ABC345", "##AAA###"] }, true],
    [{ mask: ["12ABC34X", "##AAA###"] }, false],
    [{ mask: ["A-1x", "A-#*"] }, true],
    [{ mask: ["12", "#"] }, false],
    [{ mask: [{ var: "data.none" }, "#"] }, false],
    [{ mask: ["anything", { var: "data.none" }] }, true],
    [{ after: ["2026-11-21T10:00:00Z", "2026-11-20T23:00:00.000Z"] }, true],
    [{ after: ["22-11-2026", "2026-11-21"] }, true],
    [{ after: ["21-11-2026", "2026-11-21"] }, false],
    [{ after: ["31-02-2027", "2026-11-21"] }, false],
    [{ after: ["2026-11-21", { var: "data.none" }] }, false],
    [{ "+": [0.1, 0.2] }, 0.3],
    [{ "+": [1, 2, 3.5] }, 6.5],
    [{ "+": [1, { var: "data.none" }] }, undefined],
    [{ "+": [1, "2"] }, undefined],
    [{ "-": [0.3, 0.1] }, 0.2],
    [{ "-": [5] }, -5],
    [{ "-": [0] }, 0],
    [{ "*": [1.1, 3] }, 3.3],
    [{ "*": [4.35, 100] }, 435],
    [{ "*": [-1, 0] }, 0],
    [{ "*": [1e300, 1e300] }, undefined],
    [{ "/": [1, 3] }, 1 / 3],
    [{ "/": [0.3, 0.1] }, 3],
    [{ "/": [7, 0] }, undefined],
    [{ "%": [7.5, 2] }, 1.5],
    [{ "%": [-7, 3] }, -1],
    [{ "%": [7, 0] }, undefined],
    [{ round: 2.5 }, 3],
    [{ round: [-2.5] }, -3],
    [{ round: [1.005, 2] }, 1.01],
    [{ round: [1250, -2] }, 1300],
    [{ round: -0.4 }, 0],
    [{ round: { var: "data.none" } }, undefined],
    [{ min: [3, 1, 2] }, 1],
    [{ max: [3, 1, 2] }, 3],
    [{ max: [3, { var: "data.none" }] }, undefined],
    [{ number: "90" }, 90],
    [{ number: " -12.50 " }, -12.5],
    [{ number: 7 }, 7],
    [{ number: "1e400" }, undefined],
    [{ number: "ten" }, undefined],
    [{ ">=": [{ number: "90" }, { number: "200" }] }, false],
  ])("%j is %j", (expr, expected) => {
    expect(valueOf(expr, { data: { map: { a: 1, b: { c: 3 } }, empty: {} } })).toEqual(expected);
  });

  it("follows named rules", () => {
    const rules: Record<string, Expr> = { expired: { var: "request.expired" }, open: { "!": { rule: "expired" } } };
    expect(evaluate({ rule: "open" }, scope({ request: { expired: false } }, rules))).toBe(true);
  });

  it("formats dates, money and labels by the scope's formats, and returns nothing without them", () => {
    const formats = {
      date: (value: unknown, style: string) => `${String(value)} ${style}`,
      money: (amount: number, currency: string) => `${currency} ${amount}`,
      number: (value: unknown, decimals?: number) => `${String(value)} ${decimals}`,
      percent: (value: unknown) => `${String(value)}%`,
      label: (catalogue: string, key: string) => `${catalogue}/${key}`,
    };
    const texts: [Expr, string][] = [
      [{ date: ["2026-11-21", "long"] }, "2026-11-21 long"],
      [{ money: [3717, "INR"] }, "INR 3717"],
      [{ amount: [371750, "INR"] }, "INR 3717.5"],
      [{ figure: [1250.5, 2] }, "1250.5 2"],
      [{ percent: [87.5] }, "87.5%"],
      [{ label: ["providers", "stripe"] }, "providers/stripe"],
    ];
    for (const [expr, text] of texts) {
      expect(evaluate(expr, { ...scope(), formats })).toBe(text);
      expect(evaluate(expr, scope())).toBe("");
    }
  });
});

describe("evaluate with an expression that the check rejects", () => {
  const codeOf = (expr: Expr, rules: Record<string, Expr> = {}) => {
    try {
      evaluate(expr, scope({}, rules));
    } catch (error) {
      return error instanceof RuleError ? error.code : error;
    }
    return undefined;
  };
  const nest = (depth: number) => {
    let expr: Expr = true;
    for (let level = 0; level < depth; level += 1) expr = { "!": expr };
    return expr;
  };

  it("rejects every operator outside the closed list", () => {
    for (const name of ["log", "if", "merge", "missing", "cat", "method", "var.call", "constructor", "missing", "=="]) {
      expect(codeOf({ [name]: [1] })).toBe("operator");
    }
    expect(codeOf(JSON.parse('{"__proto__": [1]}') as Expr)).toBe("operator");
    expect(codeOf({ "!": [{ log: "x" }] })).toBe("operator");
    expect(codeOf({ a: 1, b: 2 })).toBe("expression");
  });

  it("removes every operator of the interpreter", () => {
    for (const name of ["log", "cat", "==", "missing", "merge"])
      expect(() => jsonLogic.apply({ [name]: [1] } as never)).toThrow("Unrecognized operation");
  });

  it("stops at depth, size, fuel and circular rules without overflowing", () => {
    expect(codeOf(nest(20_000))).toBe("depth");
    expect(codeOf({ or: Array.from({ length: 2_000 }, () => false) })).toBe("size");
    expect(codeOf({ rule: "a" }, { a: { rule: "a" } })).toBe("depth");
    const doubling: Record<string, Expr> = { r0: false };
    for (let level = 1; level < 15; level += 1)
      doubling[`r${level}`] = { or: [{ rule: `r${level - 1}` }, { rule: `r${level - 1}` }] };
    expect(codeOf({ rule: "r14" }, doubling)).toBe("fuel");
    expect(codeOf({ rule: "none" })).toBe("rule");
    expect(codeOf({ rule: "toString" })).toBe("rule");
  });

  it("rejects an invalid pattern", () => {
    expect(codeOf({ matches: ["x", "("] })).toBe("pattern");
  });
});

describe("isTrue", () => {
  it("holds when absent, and uses the truth of JSON-Logic", () => {
    expect(isTrue(undefined, scope())).toBe(true);
    expect(isTrue(false, scope())).toBe(false);
    expect(isTrue({ var: "data.list" }, scope({ data: { list: [] } }))).toBe(false);
    expect(isTrue({ var: "data.list" }, scope({ data: { list: [1] } }))).toBe(true);
  });
});
