import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
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
  } as AnyDocument,
});
const organisation = (overrides: object) => ({
  path: "organisations/odd/organisation.json",
  document: { ...head, kind: "organisation", id: "odd", overrides } as AnyDocument,
});
const check = async (...sources: Parameters<typeof checkPatterns>[0]) =>
  (await checkPatterns(sources, metas)).map(({ document, pointer, code }) => [document, pointer, code]);

it("a slow pattern of form data is told where it stands", async () => {
  expect(await check(form(bad))).toEqual([["forms/odd.json", "/data/properties/a/pattern", "pattern-slow"]]);
});

it("a slow pattern of a rule is told where it stands, also inside other operators", async () => {
  const when = { and: [true, { "!": { matches: [{ var: "data.a" }, bad] } }] };
  expect(await check(form("^a$", {}, when))).toEqual([
    ["forms/odd.json", "/fields/0/when/and/1/!/matches/1", "pattern-slow"],
  ]);
});

it("a slow pattern of an override is told at the override", async () => {
  const overrides = { "forms/odd#/a": { when: { matches: [{ var: "data.a" }, bad] } } };
  expect(await check(form("^a$"), organisation(overrides))).toContainEqual([
    "organisations/odd/organisation.json",
    "/overrides/forms~1odd#~1a",
    "pattern-slow",
  ]);
  const data = { "forms/odd#/data/properties/a": { pattern: bad } };
  expect(await check(form("^a$"), organisation(data))).toEqual([
    ["organisations/odd/organisation.json", "/overrides/forms~1odd#~1data~1properties~1a", "pattern-slow"],
  ]);
});

it("an override that lets values be longer is judged with the pattern it meets there", async () => {
  const pattern = "^.*x.*x.*x.*y$";
  expect(await check(form(pattern, { maxLength: 20 }))).toEqual([]);
  const overrides = { "forms/odd#/data/properties/a": { maxLength: 1_000 } };
  expect(await check(form(pattern, { maxLength: 20 }), organisation(overrides))).toEqual([
    ["organisations/odd/organisation.json", "/overrides/forms~1odd#~1data~1properties~1a", "pattern-slow"],
  ]);
});

it("a word of the server's engine that it lacks is told too, and what the pure check refuses is left to it", async () => {
  expect(await check(form("^\\p{Letter}+$"))).toEqual([
    ["forms/odd.json", "/data/properties/a/pattern", "pattern-refused"],
  ]);
  expect(await check(form("(?=a)a"))).toEqual([]);
});
