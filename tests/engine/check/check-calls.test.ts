import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toArgumentNames } from "#engine/api/argument-names.ts";
import { checkCalls } from "#engine/check/check-calls.ts";
import { DocumentSet } from "#engine/check/context.ts";

const metas = Object.fromEntries(readdirSync("schemas/meta").map((file) => [file, JSON.parse(readFileSync(`schemas/meta/${file}`, "utf8")) as Record<string, unknown>]));
const operations = new Map([["profile.login", toArgumentNames("profile.login")], ["verifications.save", toArgumentNames("verifications.save")]]);
const check = (step: Record<string, unknown>) => {
  const document = { $schema: "", kind: "flow" as const, id: "go", description: "", tables: { start: { rows: [], otherwise: [step] } } };
  return checkCalls(new DocumentSet([{ path: "flows/go.json", document }], { metas, operations, organisations: new Set() }));
};

test("a call is given arguments that its operation takes, also those that travel as the item of a list", () => {
  expect(check({ call: "profile.login", with: { mobile: { var: "data.mobile" } } })).toEqual([]);
  expect(check({ call: "verifications.save", with: { verificationName: "x", data: { var: "data" } } })).toEqual([]);
});

test("a mistyped argument is told with its place and the name that was meant", () => {
  expect(check({ call: "profile.login", with: { mobil: { var: "data.mobile" } } })).toEqual([
    { document: "flows/go.json", pointer: "/tables/start/otherwise/0/with/mobil", code: "unknown-argument", message: 'profile.login takes no "mobil"; did you mean "mobile"?' },
  ]);
});
