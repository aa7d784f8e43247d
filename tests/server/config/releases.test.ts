import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../eventually.ts";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { ReleaseShelf } from "#server/config/release-shelf.ts";
import { appRoot } from "#server/root.ts";
import { runBuilt } from "../run-built.ts";
import { makeFolder } from "../../make-folder.ts";
import { copyFewSchemas } from "./few-schemas.ts";

const schemasDir = path.join(makeFolder(), "schemas");
const dataDir = makeFolder();
const said: string[] = [];
const log = {
  info: () => undefined,
  warn: (line: string) => void said.push(line),
  error: (line: string) => void said.push(line),
};
const settings = { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false };
const mobile = path.join(schemasDir, "forms/mobile.json");
let reader: ConfigReader;
beforeAll(async () => {
  copyFewSchemas(schemasDir);
  reader = await createConfigReader(settings, log);
});
afterAll(() => {
  reader?.close();
  for (const folder of [path.dirname(schemasDir), dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** The command as an operator gives it. */
function releases(...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, SCHEMAS_DIR: schemasDir };
  const { status, stdout, stderr } = runBuilt("cli/releases.js", args, { env });
  return { status, stderr: stderr.trim(), lines: stdout.trim().split("\n") };
}
const serves = (release: string) => eventually(() => expect(reader.current().id).toBe(release));
const describeMobile = (words: string) => {
  const document = JSON.parse(readFileSync(mobile, "utf8")) as object;
  writeFileSync(mobile, JSON.stringify({ ...document, description: words }));
};

test("what was served is listed; one command goes back to the release before it, and another ends that", async () => {
  const first = reader.current().id;
  expect(releases("back")).toEqual({
    status: 1,
    stderr: "There is no release before the one that is served.",
    lines: [""],
  });
  describeMobile("The number, in other words.");
  await reader.reload();
  const second = reader.current().id;
  expect(second).not.toBe(first);
  const listed = releases().lines;
  expect(listed.map((line) => line.split(" ")[0])).toEqual([second, "", first]);
  expect(listed[1]).toBe("  changed: forms/mobile.json");
  expect(listed[0]).toMatch(/^\S+  \d{4}-\d\d-\d\d \d\d:\d\d  \d+ documents  served$/);

  expect(releases("back").status).toBe(0);
  await serves(first);
  expect(reader.status()).toMatchObject({ release: first, ok: true, held: { release: first } });
  expect(reader.isLastGood()).toBe(true);
  expect(releases().lines[2]).toContain("held since");

  // What is published meanwhile waits, checked, and a service that starts anew serves the same.
  describeMobile("The number, in yet other words.");
  await reader.reload();
  expect([reader.current().id, reader.status().ok]).toEqual([first, true]);
  const again = await createConfigReader(settings, log);
  expect(again.current().id).toBe(first);
  again.close();
  expect(said.at(-1)).toContain("npm run releases -- newest");

  expect(releases("newest").status).toBe(0);
  await eventually(() => expect(reader.status().held).toBeUndefined());
  expect([first, second]).not.toContain(reader.current().id);
  expect(reader.isLastGood()).toBe(false);
  // By its name, any of them.
  expect(releases("back", second).status).toBe(0);
  await serves(second);
  releases("newest");
});

test("a release that is not there, and a command that is none, are refused in words", () => {
  expect(releases("back", "../../etc/passwd")).toMatchObject({
    status: 1,
    stderr: "There is no release ../../etc/passwd; npm run releases lists them.",
  });
  expect(releases("forward")).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") as string });
});

test("of what was served the newest that can still be read is fallen back on", async () => {
  const shelf = new ReleaseShelf(dataDir, (line) => said.push(line));
  const [newest, before] = await shelf.list();
  const file = path.join(dataDir, `releases/${newest!.release}.json.gz`);
  const packed = readFileSync(file);
  writeFileSync(file, packed.subarray(0, 100));
  expect(await shelf.findLast()).toEqual(await shelf.find(before!.release));
  writeFileSync(file, packed);
  expect(await shelf.findLast()).toEqual(await shelf.find(newest!.release));
});

test.each(["", "{}"])("a list that reads '%s' is an empty one, is told, and is written anew", async (text) => {
  const list = path.join(dataDir, "releases/list.json");
  writeFileSync(list, text);
  said.length = 0;
  const again = await createConfigReader(settings, log);
  again.close();
  expect(said.join("\n")).toContain("list.json cannot be read");
  expect(releases().lines).toEqual([expect.stringContaining(again.current().id)]);
});

test("a hold on a release that cannot be read is said, and the folder is served", async () => {
  await reader.reload();
  const newest = reader.current().id;
  writeFileSync(path.join(dataDir, "releases/held.json"), '{"release": "gone", "since": "2026-01-01T00:00:00Z"}');
  await reader.reload();
  expect(said.join("\n")).toContain("Release gone is held and is not there");
  writeFileSync(path.join(dataDir, "releases/held.json"), "{");
  await reader.reload();
  expect(said.at(-1)).toContain("What is held cannot be served");
  expect([reader.current().id, reader.status().ok]).toEqual([newest, true]);
});
