import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { checkPatterns } from "#server/config/patterns/check-patterns.ts";
import { appRoot } from "#server/root.ts";

const folder = path.join(appRoot, "schemas/meta");
const metas: MetaSchemas = Object.fromEntries(
  readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), "utf8"))]),
);
const bad = "^(a+)+$";
const head = { $schema: "../meta/x.schema.json", description: "Odd." };
const form = (pattern: string, more: object = {}, when: unknown = true) => ({
  path: "forms/odd.json",
  document: {
    ...head,
    kind: "form",
    id: "odd",
    data: { type: "object", properties: { a: { type: "string", pattern, ...more } } },
    fields: [{ at: "/a", widget: "text", label: "A", when }],
  } as AnyDefinition,
});
const organisation = (overrides: object) => ({
  path: "organisations/odd/organisation.json",
  document: { ...head, kind: "organisation", id: "odd", overrides } as AnyDefinition,
});
const check = async (...sources: Parameters<typeof checkPatterns>[0]) =>
  (await checkPatterns(sources, metas)).map(({ document, pointer, code }) => [document, pointer, code]);

it("reports a slow pattern of form data at its position", async () => {
  expect(await check(form(bad))).toEqual([["forms/odd.json", "/data/properties/a/pattern", "pattern/slow"]]);
});

it("reports a slow pattern of a rule at its position, nested in other operators too", async () => {
  const when = { and: [true, { "!": { matches: [{ var: "data.a" }, bad] } }] };
  expect(await check(form("^a$", {}, when))).toEqual([
    ["forms/odd.json", "/fields/0/when/and/1/!/matches/1", "pattern/slow"],
  ]);
});

it("reports a slow pattern of an override at the override", async () => {
  const overrides = { "forms/odd#/a": { when: { matches: [{ var: "data.a" }, bad] } } };
  expect(await check(form("^a$"), organisation(overrides))).toContainEqual([
    "organisations/odd/organisation.json",
    "/overrides/forms~1odd#~1a",
    "pattern/slow",
  ]);
  const data = { "forms/odd#/data/properties/a": { pattern: bad } };
  expect(await check(form("^a$"), organisation(data))).toEqual([
    ["organisations/odd/organisation.json", "/overrides/forms~1odd#~1data~1properties~1a", "pattern/slow"],
  ]);
});

it("tries a pattern with the longer values that an override allows", async () => {
  const pattern = "^.*x.*x.*x.*y$";
  expect(await check(form(pattern, { maxLength: 20 }))).toEqual([]);
  const overrides = { "forms/odd#/data/properties/a": { maxLength: 1_000 } };
  expect(await check(form(pattern, { maxLength: 20 }), organisation(overrides))).toEqual([
    ["organisations/odd/organisation.json", "/overrides/forms~1odd#~1data~1properties~1a", "pattern/slow"],
  ]);
});

it("reports syntax that the server's engine lacks, and skips what the pure check refuses", async () => {
  expect(await check(form("^\\p{Letter}+$"))).toEqual([
    ["forms/odd.json", "/data/properties/a/pattern", "pattern/invalid"],
  ]);
  expect(await check(form("(?=a)a"))).toEqual([]);
});
