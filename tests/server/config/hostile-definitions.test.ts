import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cpuMs } from "../../support/cpu-time.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const form = (fields: unknown[], properties: Record<string, unknown>) =>
  JSON.stringify({
    $schema: "../meta/form.schema.json",
    kind: "form",
    id: "odd",
    description: "Odd.",
    data: { type: "object", properties },
    fields,
  });
const withPattern = (pattern: string) =>
  form([{ at: "/a", widget: "text", label: "A" }], { a: { type: "string", pattern } });
const rules = (named: Record<string, unknown>) =>
  JSON.stringify({
    $schema: "../meta/rules.schema.json",
    kind: "rules",
    id: "odd",
    description: "Odd.",
    rules: Object.fromEntries(Object.entries(named).map(([name, expr]) => [name, { why: "Odd.", expr }])),
  });
const nest = (levels: number, open: string, core: string, close: string) =>
  open.repeat(levels) + core + close.repeat(levels);
const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);

const tenTimes = `^${"a{0,9}".repeat(10)}b$`;

/** Definitions that would stop a server that trusts them. */
const hostile: [string, string, string, RegExp][] = [
  ["a pattern of nested repetitions", "forms/odd.json", withPattern("^(a+)+$"), /pattern/],
  ["a pattern of equal choices", "forms/odd.json", withPattern("^(a|a)*$"), /pattern/],
  ["a pattern that looks ahead", "forms/odd.json", withPattern("^(?=a)a$"), /pattern/],
  ["a pattern that refers back", "forms/odd.json", withPattern("^(a)\\1$"), /pattern/],
  ["adjacent repetitions of one character", "forms/odd.json", withPattern("^a*a*a*a*a*a*b$"), /pattern/],
  ["a slow pattern without unbounded repetition", "forms/odd.json", withPattern(tenTimes), /pattern\/slow/],
  [
    "such a pattern in a rule",
    "rules/odd.json",
    rules({ a: { and: [true, { matches: [{ var: "data.a" }, tenTimes] }] } }),
    /pattern\/slow/,
  ],
  ["a pattern that the server's engine lacks", "forms/odd.json", withPattern("^\\p{Letter}$"), /pattern\/invalid/],
  ["a schema that refers to itself", "forms/odd.json", form([], { a: { $ref: "#" } }), /\$ref|unknown-key/],
  ["a form that contains itself", "forms/odd.json", form([{ at: "/a", form: "odd" }], { a: { type: "object" } }), /./],
  ["a quarter of a million levels", "forms/odd.json", nest(250_000, "[", "", "]"), /definition\/too-deep/],
  ["forty-one levels", "rules/odd.json", nest(41, '{"a":', "1", "}"), /definition\/too-deep/],
  [
    "a rule of thirty levels",
    "rules/odd.json",
    rules({ a: JSON.parse(nest(30, '{"!":[', "true", "]}")) as unknown }),
    /deep|levels/,
  ],
  ["rules that refer to each other", "rules/odd.json", rules({ a: { rule: "b" }, b: { rule: "a" } }), /circle|itself/],
  ["an operator of the JSON Logic library", "rules/odd.json", rules({ a: { log: "x" } }), /"log" is not one of var/],
  [
    "the way to the Function constructor",
    "rules/odd.json",
    rules({ a: { method: [{ var: "constructor.constructor" }, "x"] } }),
    /"method" is not one of var/,
  ],
  [
    "a prototype",
    "forms/odd.json",
    '{"kind":"form","id":"odd","__proto__":{"polluted":true}}',
    /definition\/unknown-key/,
  ],
  ["a key twice", "forms/odd.json", '{"kind":"form","kind":"screen"}', /definition\/duplicate-key/],
  [
    "more than a megabyte",
    "forms/odd.json",
    form([], { a: { type: "string", title: "x".repeat(1_100_000) } }),
    /too-large/,
  ],
  [
    "ten thousand fields with an unknown widget",
    "forms/odd.json",
    form(
      names(10_000).map((name) => ({ at: `/${name}`, widget: "nothing", label: name })),
      {},
    ),
    /too-large/,
  ],
  [
    "a javascript: address",
    "screens/odd.json",
    JSON.stringify({
      $schema: "../meta/screen.schema.json",
      kind: "screen",
      id: "odd",
      description: "Odd.",
      path: "javascript:alert(1)",
      blocks: [],
    }),
    /./,
  ],
  ["a file that is not JSON", "forms/odd.json", "\u0000\u0001{", /definition\/not-json/],
];

beforeAll(() => checkSchemas(write("forms/odd.json", withPattern("^a$"))).then(() => undefined));

describe("hostile definitions", () => {
  test.each(hostile)("rejects %s with the reason, before it does harm", async (_name, file, text, reason) => {
    const folder = write(file, text);
    let issues: Awaited<ReturnType<typeof checkSchemas>>["issues"] = [];
    expect(await cpuMs(async () => ({ issues } = await checkSchemas(folder)))).toBeLessThan(5_000);
    const own = issues.filter(({ document }) => document === file);
    expect(
      own.some(({ code, message }) => reason.test(`${code} ${message}`)),
      JSON.stringify(own.slice(0, 5)),
    ).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("stops a rule that doubles its work with every name", async () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `r${at}`,
        at === 0 ? true : { and: [{ rule: `r${at - 1}` }, { rule: `r${at - 1}` }] },
      ]),
    );
    const ask = () => expect(() => evaluate({ rule: "r59" }, { roots: {}, rules: doubling })).toThrow(/./);
    expect(await cpuMs(ask)).toBeLessThan(1_000);
  });
});

function write(file: string, text: string): string {
  const folder = makeTemporaryFolder();
  folders.push(folder);
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  return folder;
}
