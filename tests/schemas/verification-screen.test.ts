import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RulesDefinition } from "#engine/core/definitions/screen.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";

const { rules } = JSON.parse(readFileSync("schemas/rules/verification.json", "utf8")) as RulesDefinition;
const exprs = Object.fromEntries(Object.entries(rules).map(([name, { expr }]) => [name, expr])) as Scope["rules"];
const shown = (verification: object, route: object = {}) =>
  ["adding-submission", "choosing-submission", "editing-submission", "nothing-to-fill"].filter((rule) =>
    isTrue({ rule }, { roots: { verification, route }, rules: exprs }),
  );

const degree = { name: "bgv-degree", form: "bgv-degree", state: "NOT_INITIALIZED", submissions: [] as object[] };
const done = { ...degree, state: "COMPLETED", submissions: [{ subType: "first" }] };

test("shows no form for a verification without one", () => {
  for (const submissions of [[], [{ subType: "first" }]])
    expect(shown({ name: "aadhaar", state: "COMPLETED", submissions })).toEqual(["nothing-to-fill"]);
});

test("shows no form for a finished verification, unless a submission is open or a new one is added", () => {
  expect(shown(done)).toContain("nothing-to-fill");
  expect(shown(done, { subType: "first" })).toEqual(["editing-submission"]);
  expect(shown(done, { adding: true })).toEqual(["adding-submission"]);
});

test("shows the form of an open verification", () => {
  expect(shown(degree)).toEqual(["adding-submission"]);
  expect(shown({ ...degree, submissions: [{ subType: "first" }] })).toEqual(["editing-submission"]);
});
