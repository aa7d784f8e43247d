import { expect, test } from "vitest";
import { findAnswer } from "#engine/authoring/answers/find-answer.ts";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { validate } from "#engine/core/form/validate.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";
import { messages, toTools } from "../../../support/sample-forms.ts";

const now = "2026-01-15";
const field = (name: string): Expr => ({ var: `data.${name}` });
const text = { type: "string", maxLength: 20 } as const;
const number = { type: "integer", minimum: 0, maximum: 100 } as const;

function toJudge(assert: Expr, properties: FormDefinition["data"]["properties"], roots: Record<string, unknown> = {}) {
  const form: FormDefinition = {
    $schema: "",
    kind: "form",
    id: "sample",
    description: "For tests.",
    data: { type: "object", properties: properties ?? {} },
    fields: Object.keys(properties ?? {}).map((name) => ({ at: `/${name}`, widget: "text", label: name })),
    checks: [{ id: "own", at: `/${Object.keys(properties ?? {})[0]}`, assert, message: "" }],
  };
  const model = toFormModel(form, () => undefined);
  return { model, tools: toTools(model), scope: { roots: { env: { now: `${now}T00:00:00Z` }, ...roots }, rules: {} } };
}

test.each<[string, Expr, NonNullable<FormDefinition["data"]["properties"]>]>([
  ["a sum", { "===": [{ "+": [field("a"), field("b")] }, 137] }, { a: number, b: number }],
  ["a product", { ">": [{ "*": [field("a"), field("b")] }, 9_000] }, { a: number, b: number }],
  ["a difference", { "===": [{ "-": [field("a"), field("b")] }, -42] }, { a: number, b: number }],
  ["a pattern", { matches: [field("a"), "^[a-f]{7}-[0-9]{3}$"] }, { a: text }],
  ["two patterns", { and: [{ matches: [field("a"), "^Z"] }, { matches: [field("a"), "^.{9}7$"] }] }, { a: text }],
  ["a mask", { mask: [field("a"), "##-AAA"] }, { a: text }],
  ["a part of a text", { in: ["needle", field("a")] }, { a: text }],
  ["equal texts", { "===": [field("a"), field("b")] }, { a: text, b: { ...text, pattern: "^[A-Z]{4}$" } }],
  [
    "a later date",
    { and: [{ after: [field("b"), field("a")] }, { after: [field("a"), "2031-05-05"] }] },
    { a: { type: "string", format: "dd-MM-yyyy" }, b: { type: "string", format: "dd-MM-yyyy" } },
  ],
])("finds a valid answer when a check wants %s", (_, assert, properties) => {
  const judge = toJudge(assert, properties);
  const found = findAnswer({ judge, now });
  expect(found).toBeDefined();
  expect(validate(judge.model, judge.tools, found!.answer, judge.scope, messages)).toEqual([]);
});

test("finds none when a check contradicts the data", () => {
  expect(findAnswer({ judge: toJudge({ ">": [field("a"), 100] }, { a: number }), now })).toBeUndefined();
});

test("gives other roots a value only when they are free and not known", () => {
  const wanted: Expr = { "===": [{ var: "profile.city" }, "Pune"] };
  const unknown = toJudge(wanted, { a: text });
  expect(findAnswer({ judge: unknown, now })).toBeUndefined();
  expect(findAnswer({ judge: unknown, now, freeRoots: true })?.roots).toMatchObject({ profile: { city: "Pune" } });
  const known = toJudge(wanted, { a: text }, { profile: { city: "Goa" } });
  expect(findAnswer({ judge: known, now, freeRoots: true })).toBeUndefined();
});

test("finds an answer with the value of a goal", () => {
  const judge = toJudge({ "!": { "===": [field("a"), "x"] } }, { a: text, b: { type: "boolean" } });
  const goal = { pointer: "/b", has: { value: false } } as const;
  expect(findAnswer({ judge, now, goal })?.answer).toMatchObject({ b: false });
  expect(findAnswer({ judge, now, goal: { pointer: "/a", has: { value: "x" } } })).toBeUndefined();
});
