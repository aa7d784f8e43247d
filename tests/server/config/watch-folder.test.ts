import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { fingerprintFolder, watchFolder } from "#server/config/watch-folder.ts";

let folder: string;
let watcher: { close(): void } | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sanad-watch-"));
  mkdirSync(path.join(folder, "forms"));
  writeFileSync(path.join(folder, "forms/a.json"), "{}");
});
afterEach(() => {
  watcher?.close();
  rmSync(folder, { recursive: true, force: true });
});
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const save = (text: string) => writeFileSync(path.join(folder, "forms/a.json"), text);

test("reports changes beside a broken link, such as an editor's lock", async () => {
  symlinkSync("nobody@nowhere", path.join(folder, "forms/.#a.json"));
  symlinkSync(path.join(folder, "loop.json"), path.join(folder, "loop.json"));
  const changed = vi.fn(async () => undefined);
  watcher = watchFolder(folder, await fingerprintFolder(folder), changed);
  save("{ }");
  await eventually(() => expect(changed).toHaveBeenCalledTimes(1));
});

test("reports two changes when the folder disappears and comes back", async () => {
  const changed = vi.fn(async () => undefined);
  watcher = watchFolder(folder, await fingerprintFolder(folder), changed);
  renameSync(folder, `${folder}-away`);
  await eventually(() => expect(changed).toHaveBeenCalledTimes(1));
  renameSync(`${folder}-away`, folder);
  await eventually(() => expect(changed).toHaveBeenCalledTimes(2));
});

test("reports a change that comes during a call after that call", async () => {
  let running = 0;
  const most: number[] = [];
  const changed = vi.fn(async () => {
    most.push((running += 1));
    await pause(1_500);
    running -= 1;
  });
  watcher = watchFolder(folder, await fingerprintFolder(folder), changed);
  save("{ }");
  await eventually(() => expect(changed).toHaveBeenCalledTimes(1));
  save("{  }");
  await eventually(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(Math.max(...most)).toBe(1);
});

test("reacts to events at once, in a new folder too", async () => {
  const changed = vi.fn(async () => undefined);
  watcher = watchFolder(folder, await fingerprintFolder(folder), changed, 3_600_000);
  await pause(200);
  mkdirSync(path.join(folder, "screens"));
  await pause(200);
  for (const [i, file] of ["forms/a.json", "screens/b.json", "forms/a.json"].entries()) {
    writeFileSync(path.join(folder, file), `{${" ".repeat(i + 1)}}`);
    await eventually(() => expect(changed).toHaveBeenCalledTimes(i + 1));
    await pause(100);
  }
});
