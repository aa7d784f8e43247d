import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { playAgain } from "./watch.ts";

let folder: string;
let ending: AbortController;
let watching: Promise<void>;

/** Watches the folder and plays with `play`; `plays` counts how often. */
function watch(play: (times: number) => Promise<void>): { plays(): number } {
  let times = 0;
  const repeated = { play: () => play((times += 1)) };
  watching = playAgain(repeated, [folder], ending.signal);
  return { plays: () => times };
}
const save = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "watched-"));
  ending = new AbortController();
  for (const method of ["log", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  ending.abort();
  await watching;
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

test("it is played once, and again when a file is saved", async () => {
  const { plays } = watch(async () => undefined);
  await eventually(() => expect(plays()).toBe(1));
  save("a.json", "{}");
  await eventually(() => expect(plays()).toBe(2));
});

test("what is saved while it is played is played afterwards", async () => {
  let go: () => void = () => undefined;
  const { plays } = watch(async (times) => {
    if (times === 1) await new Promise<void>((resolve) => (go = resolve));
  });
  await eventually(() => expect(plays()).toBe(1));
  save("a.json", "{}");
  // Noticed within the 300 ms in which a folder is looked at, whatever its system tells.
  await new Promise((resolve) => setTimeout(resolve, 700));
  go();
  await eventually(() => expect(plays()).toBe(2));
});

test("what cannot be played is said, and played again once it is mended", async () => {
  const { plays } = watch(async (times) => {
    if (times === 1) throw new Error("fixtures/a.json: no verb");
  });
  await eventually(() => expect(console.error).toHaveBeenCalledWith("fixtures/a.json: no verb"));
  save("a.json", "{}");
  await eventually(() => expect(plays()).toBe(2));
});
