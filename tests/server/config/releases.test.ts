import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { ReleaseStore } from "#server/config/release-store.ts";
import { appRoot } from "#server/root.ts";
import { runBuilt } from "../run-built.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { copySmallSchemas } from "./small-schemas.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
const dataDir = makeTemporaryFolder();
const logged: string[] = [];
const log = {
  info: () => undefined,
  warn: (line: string) => void logged.push(line),
  error: (line: string) => void logged.push(line),
};
const settings = { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false };
const mobile = path.join(schemasDir, "forms/mobile.json");
let reader: ConfigReader;
beforeAll(async () => {
  copySmallSchemas(schemasDir);
  reader = await createConfigReader(settings, log);
});
afterAll(() => {
  reader?.close();
  for (const folder of [path.dirname(schemasDir), dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Runs the command like an operator. */
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

test("lists the served releases, pins the one before, and ends the pin", async () => {
  const first = reader.current().id;
  expect(releases("back")).toEqual({
    status: 1,
    stderr: "There is no earlier release.",
    lines: [""],
  });
  describeMobile("The number, in other words.");
  await reader.reload();
  const second = reader.current().id;
  expect(second).not.toBe(first);
  const listed = releases().lines;
  expect(listed.map((line) => line.split(" ")[0])).toEqual([second, "", first]);
  expect(listed[1]).toBe("  changed: forms/mobile.json");
  expect(listed[0]).toMatch(/^\S+  \d{4}-\d\d-\d\d \d\d:\d\d  \d+ definitions  served$/);

  expect(releases("back").status).toBe(0);
  await serves(first);
  expect(reader.status()).toMatchObject({ release: first, ok: true, pinned: { release: first } });
  expect(reader.isLastGood()).toBe(true);
  expect(releases().lines[2]).toContain("pinned since");

  // A change meanwhile is checked but not served, after a restart neither.
  describeMobile("The number, in yet other words.");
  await reader.reload();
  expect([reader.current().id, reader.status().ok]).toEqual([first, true]);
  const again = await createConfigReader(settings, log);
  expect(again.current().id).toBe(first);
  again.close();
  expect(logged.at(-1)).toContain("npm run releases -- newest");

  expect(releases("newest").status).toBe(0);
  await eventually(() => expect(reader.status().pinned).toBeUndefined());
  expect([first, second]).not.toContain(reader.current().id);
  expect(reader.isLastGood()).toBe(false);
  // Any release by its name.
  expect(releases("back", second).status).toBe(0);
  await serves(second);
  releases("newest");
});

test("rejects an unknown release and an unknown command with a message", () => {
  expect(releases("back", "../../etc/passwd")).toMatchObject({
    status: 1,
    stderr: "There is no release ../../etc/passwd; npm run releases lists them.",
  });
  expect(releases("forward")).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") as string });
});

test("falls back on the newest readable release", async () => {
  const store = new ReleaseStore(dataDir, (line) => logged.push(line));
  const [newest, before] = await store.list();
  const file = path.join(dataDir, `releases/${newest!.release}.json.gz`);
  const packed = readFileSync(file);
  writeFileSync(file, packed.subarray(0, 100));
  expect(await store.findLast()).toEqual(await store.find(before!.release));
  writeFileSync(file, packed);
  expect(await store.findLast()).toEqual(await store.find(newest!.release));
});

test.each(["", "{}"])("treats the list '%s' as empty, warns, and writes a new one", async (text) => {
  const list = path.join(dataDir, "releases/list.json");
  writeFileSync(list, text);
  logged.length = 0;
  const again = await createConfigReader(settings, log);
  again.close();
  expect(logged.join("\n")).toContain("list.json cannot be read");
  expect(releases().lines).toEqual([expect.stringContaining(again.current().id)]);
});

test("logs a pin on an unreadable release, and serves the folder", async () => {
  await reader.reload();
  const newest = reader.current().id;
  writeFileSync(path.join(dataDir, "releases/pinned.json"), '{"release": "gone", "since": "2026-01-01T00:00:00Z"}');
  await reader.reload();
  expect(logged.join("\n")).toContain("Release gone is pinned but not stored");
  writeFileSync(path.join(dataDir, "releases/pinned.json"), "{");
  await reader.reload();
  expect(logged.at(-1)).toContain("The pinned release cannot be served");
  expect([reader.current().id, reader.status().ok]).toEqual([newest, true]);
});

test("serves the folder when an earlier version of the server stored the pinned release in another shape", async () => {
  const store = new ReleaseStore(dataDir, () => undefined);
  const former = reader
    .current()
    .sources.map(({ path: file, document }) =>
      document.kind === "failures"
        ? { path: file, document: { ...document, otherwise: { meet: "snackbar" } } }
        : { path: file, document },
    );
  await store.store("former", former);
  await store.pin("former");
  await reader.reload();
  await store.unpin();
  expect(reader.status()).toMatchObject({ ok: true });
  expect(reader.status().pinned).toBeUndefined();
  expect(logged.at(-1)).toMatch(
    /so the folder is: an earlier version .* catalogues\/failures.json.* "handle" is missing/,
  );
});

test("serves the release that an earlier version of the server has pinned", async () => {
  const pin = { release: reader.current().id, since: "2026-01-01T00:00:00Z" };
  writeFileSync(path.join(dataDir, "releases/held.json"), JSON.stringify(pin));
  await reader.reload();
  expect(reader.status().pinned).toEqual(pin);
  expect(releases("newest").status).toBe(0);
  await reader.reload();
  expect(reader.status().pinned).toBeUndefined();
});
