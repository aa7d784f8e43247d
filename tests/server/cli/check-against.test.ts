import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { compareAgainst } from "#server/config/compare/compare-against.ts";
import { readDefinitions } from "#server/config/read-definitions.ts";
import { appRoot } from "#server/root.ts";
import { runBuilt } from "../run-built.ts";

const repository = mkdtempSync(path.join(tmpdir(), "sanad-against-"));
const schemas = path.join(repository, "product/schemas");
const degree = path.join(schemas, "forms/bgv-degree.json");

/** Writes the form with another description, and with or without requiring the course. */
function writeDegree(require: boolean): void {
  const form = JSON.parse(readFileSync(path.join(appRoot, "schemas/forms/bgv-degree.json"), "utf8")) as FormDefinition;
  const course = form.fields.find((entry) => "at" in entry && entry.at === "/course");
  Object.assign(course!, { require, placeholder: require ? "For example B.Sc. Physics" : "For example B.A." });
  writeFileSync(degree, JSON.stringify(form));
}
const git = (...args: string[]) =>
  execFileSync("git", ["-C", repository, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args]);
function check(...args: string[]) {
  const { status, stdout, stderr } = runBuilt("cli/check.js", [schemas, ...args]);
  return { status, stderr, lines: stdout.trim().split("\n") };
}

beforeAll(() => {
  cpSync(path.join(appRoot, "schemas"), schemas, { recursive: true });
  git("init", "-q");
  writeDegree(false);
  git("add", ".");
  git("commit", "-qm", "The course may be left out");
  writeDegree(true);
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

test("shows the effect on every request since a git reference, with reasons", () => {
  const { status, lines, stderr } = check("--against", "HEAD");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(lines[0]).toMatch(/^\d+ definitions, \d+ organisations, \d+ languages: all good \(\d+\.\d s\)$/);
  expect(lines).toContain(
    "gce/education-evaluation   major  forms/bgv-degree#/course was optional and is required now",
  );
  expect(lines).toContain("harbour/joining-questions  patch");
});

test("compares despite missing translations", () => {
  const form = readFileSync(degree, "utf8");
  writeFileSync(degree, form.replace('"Institute name"', '"Name of the institute"'));
  const { status, lines, stderr } = check("--against", "HEAD");
  writeFileSync(degree, form);
  expect(stderr).toContain('hi has no translation of "Name of the institute"');
  expect(status).toBe(1);
  expect(lines).toContain("harbour/joining-questions  patch");
});

test("compares with another folder, and reports a missing one", async () => {
  const { files } = await readDefinitions(schemas);
  const sources = files.map((one) => ({ path: one.path, document: one.document as AnyDefinition }));
  const same = await compareAgainst(path.join(repository, "product"), schemas, sources);
  expect(same).toContain("harbour/joining-questions  patch");
  expect(same.every((line) => line.endsWith("patch"))).toBe(true);
  const none = check("--against", "no-such-reference");
  expect(none.status).toBe(1);
  expect(none.stderr).toContain("no-such-reference is neither a folder nor a git reference");
});
