import type * as Fs from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../eventually.ts";
import { locate, readDocuments } from "#server/config/read-documents.ts";
import { withinMs } from "../../busy-machine.ts";

/** Files whose opening never ends, as on a network drive that is gone; no such drive is at hand. */
const gone = new Set<string>();
vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof Fs>();
  const open: typeof real.open = (file, ...rest) =>
    gone.has(path.basename(String(file))) ? new Promise(() => undefined) : real.open(file, ...rest);
  return { ...real, open };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-read-"));
  mkdirSync(path.join(folder, "forms"));
  writeFileSync(path.join(folder, "forms/good.json"), '{"kind":"form"}');
});
afterEach(() => {
  gone.clear();
  rmSync(folder, { recursive: true, force: true });
});
const at = (file: string) => path.join(folder, file);

const odd: [string, string, () => void][] = [
  ["a pipe that nobody writes to", "not-a-file", () => execFileSync("mkfifo", [at("forms/odd.json")])],
  ["a device that never ends", "not-a-file", () => symlinkSync("/dev/zero", at("forms/odd.json"))],
  ["a link to nothing", "unreadable", () => symlinkSync(at("nothing"), at("forms/odd.json"))],
  ["a link to itself", "unreadable", () => symlinkSync(at("forms/odd.json"), at("forms/odd.json"))],
  ["a link to a folder", "not-a-file", () => symlinkSync(at("forms"), at("forms/odd.json"))],
  ["more than a megabyte", "too-large", () => writeFileSync(at("forms/odd.json"), " ".repeat(1_048_577))],
  ["half a document", "not-json", () => writeFileSync(at("forms/odd.json"), '{"kind": "form", "id": "o')],
  ["a document that is just begun", "not-json", () => writeFileSync(at("forms/odd.json"), "")],
  [
    "a file that does not answer",
    "too-slow",
    () => {
      writeFileSync(at("forms/odd.json"), "{}");
      gone.add("odd.json");
    },
  ],
];

/** One that does not answer is waited for two seconds; six, one after the other, would take twelve. */
const soonMs = 10_000;

test.each(odd)("%s is told by its name, in a few seconds, and the others are read", async (_what, code, put) => {
  put();
  const began = performance.now();
  const { files, issues } = await readDocuments(folder);
  expect(performance.now() - began).toBeLessThan(withinMs(soonMs));
  expect(issues).toMatchObject([{ document: "forms/odd.json", pointer: "", code }]);
  expect(issues[0]?.message).toMatch(/\w{4,}/);
  expect(files.find(({ path: file }) => file === "forms/good.json")?.document).toEqual({ kind: "form" });
});

test("many files that do not answer take no longer than one", async () => {
  for (const name of ["a", "b", "c", "d", "e", "f"]) {
    writeFileSync(at(`forms/${name}.json`), "{}");
    gone.add(`${name}.json`);
  }
  const began = performance.now();
  const { issues } = await readDocuments(folder);
  expect(performance.now() - began).toBeLessThan(withinMs(soonMs));
  expect(issues).toMatchObject([{ document: "forms/a.json", code: "too-slow" }]);
});

test("files are not late because this very thread had something else to do for seconds", async () => {
  const reading = readDocuments(folder);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
  const { files, issues } = await reading;
  expect(issues).toEqual([]);
  expect(files.map(({ path: file }) => file)).toContain("forms/good.json");
});

test("a file that grows while it is read is read to the limit and no further", async () => {
  writeFileSync(at("forms/odd.json"), "");
  const timer = setInterval(() => appendFileSync(at("forms/odd.json"), "1".repeat(100_000)), 1);
  try {
    await eventually(async () => expect((await readDocuments(folder)).issues).toMatchObject([{ code: "too-large" }]));
  } finally {
    clearInterval(timer);
  }
});

test.skipIf(process.getuid?.() === 0)("what may not be read is told by its name", async () => {
  writeFileSync(at("forms/odd.json"), "{}");
  chmodSync(at("forms/odd.json"), 0o000);
  mkdirSync(at("rules"), { mode: 0o000 });
  const { issues } = await readDocuments(folder);
  expect(issues.map(({ document, code }) => [document, code])).toEqual([
    ["rules", "unreadable"],
    ["forms/odd.json", "unreadable"],
  ]);
});

test("locks and swap files of editors are no documents", async () => {
  symlinkSync("somebody@somewhere.1234", at("forms/.#good.json"));
  writeFileSync(at("forms/.good.json"), "half");
  expect((await readDocuments(folder)).issues).toEqual([]);
});

test("a file in another encoding is told at its first foreign character, and nothing is read of it", async () => {
  const text = '{\n  "kind": "form", "description": "Gül, Zoë" }';
  writeFileSync(at("forms/odd.json"), text, "latin1");
  writeFileSync(at("forms/wide.json"), `\uFEFF${text}`, "utf16le");
  const { files, issues } = await readDocuments(folder);
  expect(issues).toMatchObject([
    { document: "forms/odd.json", pointer: "", code: "not-utf8", message: expect.stringContaining("UTF-8") },
    { document: "forms/wide.json", pointer: "", code: "not-utf8" },
  ]);
  const [odd, wide] = ["odd", "wide"].map((name) => files.find(({ path: file }) => file === `forms/${name}.json`));
  expect([odd?.document, wide?.document]).toEqual([undefined, undefined]);
  expect(locate(odd, "")).toEqual({ line: 2, column: text.indexOf("ü") - 1 });
  expect(locate(wide, "")).toEqual({ line: 1, column: 1 });
});

test("once it is saved as UTF-8 it is read, though it says nothing more than what could be read before", async () => {
  writeFileSync(at("forms/odd.json"), '{"kind":"form"}\xFF', "latin1");
  await readDocuments(folder);
  writeFileSync(at("forms/odd.json"), '{"kind":"form"}');
  const { files, issues } = await readDocuments(folder);
  expect(issues).toEqual([]);
  expect(files.map(({ document }) => document)).toEqual([{ kind: "form" }, { kind: "form" }]);
});

test("a byte order mark, as some editors write it, is no part of the document", async () => {
  writeFileSync(at("forms/odd.json"), '\uFEFF{"kind":"form"}');
  const { files, issues } = await readDocuments(folder);
  expect(issues).toEqual([]);
  expect(files.map(({ text }) => text)).toEqual(['{"kind":"form"}', '{"kind":"form"}']);
});

test("a key that stands twice in one object is told at its place, however it is spelled", async () => {
  writeFileSync(at("forms/odd.json"), '{"kind":"form","fields":[{"at":"/a"},\n{"at":"/b","\\u0061t":"/c"}]}');
  const { files, issues } = await readDocuments(folder);
  expect(issues).toMatchObject([{ document: "forms/odd.json", pointer: "/fields/1/at", code: "repeated-key" }]);
  const odd = files.find(({ path: file }) => file === "forms/odd.json");
  expect(odd?.document).toBeUndefined();
  expect(locate(odd, issues[0]!.pointer)).toEqual({ line: 2, column: 2 });
});
