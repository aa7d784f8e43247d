import { expect, test } from "vitest";
import { checkFiles } from "#engine/authoring/check/run.ts";
import { listDefinitions, metas } from "./definitions.ts";
import type { CheckedFile } from "./faults.ts";

const base = listDefinitions("tests/engine/authoring/check/base");

/** The base with another content of the form that the request asks for. */
function withForm(form: object): CheckedFile[] {
  return base.map(({ path, document }) =>
    path === "forms/degree.json" ? { path, document: { ...document, ...form } } : { path, document },
  );
}
const numbers = Array.from({ length: 2_000 }, (_, index) => index);
/** 2,000 fields. Each is shown when the one before it is filled in; `first` is the condition of the first one. */
const chained = (first: unknown): object => ({
  data: {
    type: "object",
    properties: Object.fromEntries(numbers.map((index) => [`f${index}`, { type: "string", maxLength: 80 }])),
  },
  fields: numbers.map((index) => ({
    at: `/f${index}`,
    widget: "text",
    label: "Course",
    when: index === 0 ? first : { filled: { var: `data.f${index - 1}` } },
  })),
  checks: [],
  messages: {},
});
const timed = (files: readonly CheckedFile[]) => {
  const start = process.cpuUsage();
  const issues = checkFiles(files, { metas });
  const { user, system } = process.cpuUsage(start);
  return { issues, seconds: (user + system) / 1_000_000 };
};

test("checks 2,000 chained fields in linear time", () => {
  timed(base); // fills the caches
  const { issues, seconds } = timed(withForm(chained(true)));
  expect(issues.filter(({ code }) => code === "form/circular-conditions" || code.startsWith("form/wrong-"))).toEqual(
    [],
  );
  expect(seconds).toBeLessThan(2);
});

test("reports a circle of 2,000 fields once", () => {
  const { issues, seconds } = timed(withForm(chained({ filled: { var: "data.f1999" } })));
  expect(issues.filter(({ code }) => code === "form/circular-conditions")).toMatchObject([
    { document: "forms/degree.json", pointer: "/fields", message: expect.stringContaining("/f0, /f1") as string },
  ]);
  expect(seconds).toBeLessThan(2);
});

test("reports a circle of 2,000 rules once", () => {
  const rules = Object.fromEntries(
    numbers.map((index) => [`r${index}`, { expr: { "!": { rule: `r${(index + 1) % 2_000}` } }, why: "Start" }]),
  );
  const files = [
    ...base,
    {
      path: "rules/circle.json",
      document: { $schema: "", kind: "rules", id: "circle", description: "A circle.", rules },
    },
  ];
  const { issues, seconds } = timed(files);
  expect(issues.filter(({ code }) => code === "rules/circular")).toHaveLength(1);
  expect(seconds).toBeLessThan(2);
});

test("checks all definitions when one is 10,000 levels deep and one has a text of 10 MB", () => {
  let deep: unknown = "Start";
  for (let level = 0; level < 10_000; level++) deep = { "!": deep };
  const files = base.map(({ path, document }) =>
    path === "rules/basics.json"
      ? {
          path,
          document: { ...document, rules: { ...(document["rules"] as object), deep: { expr: deep, why: "Start" } } },
        }
      : path === "screens/wallet/profile.json"
        ? { path, document: { ...document, title: "Start ".repeat(1_700_000), extra: 1 } }
        : { path, document },
  );
  const { issues, seconds } = timed(files);
  expect(issues.map(({ document, code }) => [document, code])).toEqual([
    ["rules/basics.json", "definition/too-deep"],
    ["screens/wallet/profile.json", "definition/unknown-key"],
  ]);
  expect(Math.max(...issues.map(({ message }) => message.length))).toBeLessThan(400);
  expect(seconds).toBeLessThan(4);
});
