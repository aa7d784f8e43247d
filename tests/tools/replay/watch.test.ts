import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { playAgain } from "./watch.ts";

let folder: string;
let ending: AbortController;
let watching: Promise<void>;

/** Watches the folder and plays with `play`. `plays` counts the calls. */
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

test("plays once, and again after a saved file", async () => {
  const { plays } = watch(async () => undefined);
  await eventually(() => expect(plays()).toBe(1));
  save("a.json", "{}");
  await eventually(() => expect(plays()).toBe(2));
});

test("plays again after a file saved during a run", async () => {
  let go: () => void = () => undefined;
  const { plays } = watch(async (times) => {
    if (times === 1) await new Promise<void>((resolve) => (go = resolve));
  });
  await eventually(() => expect(plays()).toBe(1));
  save("a.json", "{}");
  // Longer than the polling interval of 300 ms.
  await new Promise((resolve) => setTimeout(resolve, 700));
  go();
  await eventually(() => expect(plays()).toBe(2));
});

test("prints an error and plays again after the next change", async () => {
  const { plays } = watch(async (times) => {
    if (times === 1) throw new Error("fixtures/a.json: no verb");
  });
  await eventually(() => expect(console.error).toHaveBeenCalledWith("fixtures/a.json: no verb"));
  save("a.json", "{}");
  await eventually(() => expect(plays()).toBe(2));
});
