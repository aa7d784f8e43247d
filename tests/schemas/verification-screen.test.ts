import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RulesDocument } from "#engine/documents/screen.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";

const { rules } = JSON.parse(readFileSync("schemas/rules/verification.json", "utf8")) as RulesDocument;
const exprs = Object.fromEntries(Object.entries(rules).map(([name, { expr }]) => [name, expr])) as Scope["rules"];
const shown = (verification: object, route: object = {}) =>
  ["adding-submission", "choosing-submission", "editing-submission", "nothing-to-fill"].filter((rule) =>
    isTrue({ rule }, { roots: { verification, route }, rules: exprs }),
  );

const degree = { name: "bgv-degree", form: "bgv-degree", state: "NOT_INITIALIZED", submissions: [] as object[] };
const done = { ...degree, state: "COMPLETED", submissions: [{ subType: "first" }] };

test("a verification without a form shows none, whatever it holds", () => {
  for (const submissions of [[], [{ subType: "first" }]])
    expect(shown({ name: "aadhaar", state: "COMPLETED", submissions })).toEqual(["nothing-to-fill"]);
});

test("one that is over has nothing to fill, unless a submission of it was chosen or another is added", () => {
  expect(shown(done)).toContain("nothing-to-fill");
  expect(shown(done, { subType: "first" })).toEqual(["editing-submission"]);
  expect(shown(done, { adding: true })).toEqual(["adding-submission"]);
});

test("an open one shows its form", () => {
  expect(shown(degree)).toEqual(["adding-submission"]);
  expect(shown({ ...degree, submissions: [{ subType: "first" }] })).toEqual(["editing-submission"]);
});
