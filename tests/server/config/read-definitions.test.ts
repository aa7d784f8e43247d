import type * as Fs from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { locate, readDefinitions } from "#server/config/read-definitions.ts";
import { scaleByLoad } from "../../support/busy-machine.ts";

/** Files that never open, like those of a lost network drive. */
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
  ["a pipe without a writer", "definition/not-a-file", () => execFileSync("mkfifo", [at("forms/odd.json")])],
  ["a device that never ends", "definition/not-a-file", () => symlinkSync("/dev/zero", at("forms/odd.json"))],
  ["a link to nothing", "definition/unreadable", () => symlinkSync(at("nothing"), at("forms/odd.json"))],
  ["a link to itself", "definition/unreadable", () => symlinkSync(at("forms/odd.json"), at("forms/odd.json"))],
  ["a link to a folder", "definition/not-a-file", () => symlinkSync(at("forms"), at("forms/odd.json"))],
  ["more than a megabyte", "definition/too-large", () => writeFileSync(at("forms/odd.json"), " ".repeat(1_048_577))],
  ["half a document", "definition/not-json", () => writeFileSync(at("forms/odd.json"), '{"kind": "form", "id": "o')],
  ["an empty document", "definition/not-json", () => writeFileSync(at("forms/odd.json"), "")],
  [
    "a file that does not answer",
    "definition/too-slow",
    () => {
      writeFileSync(at("forms/odd.json"), "{}");
      gone.add("odd.json");
    },
  ],
];

/** A file times out after two seconds. Six in sequence would take twelve. */
const soonMs = 10_000;

test.each(odd)("reports %s within seconds and reads the other files", async (_what, code, put) => {
  put();
  const began = performance.now();
  const { files, issues } = await readDefinitions(folder);
  expect(performance.now() - began).toBeLessThan(scaleByLoad(soonMs));
  expect(issues).toMatchObject([{ document: "forms/odd.json", pointer: "", code }]);
  expect(issues[0]?.message).toMatch(/\w{4,}/);
  expect(files.find(({ path: file }) => file === "forms/good.json")?.document).toEqual({ kind: "form" });
});

test("takes no longer for many unresponsive files than for one", async () => {
  for (const name of ["a", "b", "c", "d", "e", "f"]) {
    writeFileSync(at(`forms/${name}.json`), "{}");
    gone.add(`${name}.json`);
  }
  const began = performance.now();
  const { issues } = await readDefinitions(folder);
  expect(performance.now() - began).toBeLessThan(scaleByLoad(soonMs));
  expect(issues).toMatchObject([{ document: "forms/a.json", code: "definition/too-slow" }]);
});

test("does not time out because this thread was blocked for seconds", async () => {
  const reading = readDefinitions(folder);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500);
  const { files, issues } = await reading;
  expect(issues).toEqual([]);
  expect(files.map(({ path: file }) => file)).toContain("forms/good.json");
});

test("reads a growing file up to the limit", async () => {
  writeFileSync(at("forms/odd.json"), "");
  const timer = setInterval(() => appendFileSync(at("forms/odd.json"), "1".repeat(100_000)), 1);
  try {
    await eventually(async () =>
      expect((await readDefinitions(folder)).issues).toMatchObject([{ code: "definition/too-large" }]),
    );
  } finally {
    clearInterval(timer);
  }
});

test.skipIf(process.getuid?.() === 0)("reports unreadable files and folders by name", async () => {
  writeFileSync(at("forms/odd.json"), "{}");
  chmodSync(at("forms/odd.json"), 0o000);
  mkdirSync(at("rules"), { mode: 0o000 });
  const { issues } = await readDefinitions(folder);
  expect(issues.map(({ document, code }) => [document, code])).toEqual([
    ["rules", "definition/unreadable"],
    ["forms/odd.json", "definition/unreadable"],
  ]);
});

test("ignores locks and swap files of editors", async () => {
  symlinkSync("user@host.1234", at("forms/.#good.json"));
  writeFileSync(at("forms/.good.json"), "half");
  expect((await readDefinitions(folder)).issues).toEqual([]);
});

test("rejects a file in another encoding at its first foreign character", async () => {
  const text = '{\n  "kind": "form", "description": "Gül, Zoë" }';
  writeFileSync(at("forms/odd.json"), text, "latin1");
  writeFileSync(at("forms/wide.json"), `\uFEFF${text}`, "utf16le");
  const { files, issues } = await readDefinitions(folder);
  expect(issues).toMatchObject([
    { document: "forms/odd.json", pointer: "", code: "definition/not-utf8", message: expect.stringContaining("UTF-8") },
    { document: "forms/wide.json", pointer: "", code: "definition/not-utf8" },
  ]);
  const [odd, wide] = ["odd", "wide"].map((name) => files.find(({ path: file }) => file === `forms/${name}.json`));
  expect([odd?.document, wide?.document]).toEqual([undefined, undefined]);
  expect(locate(odd, "")).toEqual({ line: 2, column: text.indexOf("ü") - 1 });
  expect(locate(wide, "")).toEqual({ line: 1, column: 1 });
});

test("reads the file after it is saved as UTF-8, even with the same readable part", async () => {
  writeFileSync(at("forms/odd.json"), '{"kind":"form"}\xFF', "latin1");
  await readDefinitions(folder);
  writeFileSync(at("forms/odd.json"), '{"kind":"form"}');
  const { files, issues } = await readDefinitions(folder);
  expect(issues).toEqual([]);
  expect(files.map(({ document }) => document)).toEqual([{ kind: "form" }, { kind: "form" }]);
});

test("ignores a byte order mark, as some editors write it", async () => {
  writeFileSync(at("forms/odd.json"), '\uFEFF{"kind":"form"}');
  const { files, issues } = await readDefinitions(folder);
  expect(issues).toEqual([]);
  expect(files.map(({ text }) => text)).toEqual(['{"kind":"form"}', '{"kind":"form"}']);
});

test("reports a repeated key at its position, in any spelling", async () => {
  writeFileSync(at("forms/odd.json"), '{"kind":"form","fields":[{"at":"/a"},\n{"at":"/b","\\u0061t":"/c"}]}');
  const { files, issues } = await readDefinitions(folder);
  expect(issues).toMatchObject([
    { document: "forms/odd.json", pointer: "/fields/1/at", code: "definition/duplicate-key" },
  ]);
  const odd = files.find(({ path: file }) => file === "forms/odd.json");
  expect(odd?.document).toBeUndefined();
  expect(locate(odd, issues[0]!.pointer)).toEqual({ line: 2, column: 2 });
});
