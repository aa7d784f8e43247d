import { rmSync } from "node:fs";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { eventually } from "../../../support/eventually.ts";
import { findCached } from "#server/files/detection/inspection-cache.ts";
import { queueOcr } from "#server/files/detection/ocr-queue.ts";

const pageCount = 4;
const cacheFolder = makeTemporaryFolder();
afterAll(() => rmSync(cacheFolder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Makes each page take one millisecond: turns depend on the time used, which a busy machine changes. */
function fixPageTime(): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
}

/** Puts the pages of documents into the cache, so that no OCR runs. */
async function fillCache(names: readonly string[]): Promise<void> {
  for (const sha256 of names)
    for (let page = 1; page <= pageCount; page += 1)
      await findCached(cacheFolder, { sha256, page, rotation: undefined }, async () => ({
        text: "Board of Secondary Education of the state of Odisha, year 2015",
        wordCount: 10,
      }));
}

function queue(candidateId: string, name: string, delivered: [string, string][]): void {
  queueOcr({
    candidateId,
    path: "",
    sha256: name,
    contentType: "application/pdf",
    pageCount,
    pages: [],
    cacheFolder,
    store: async ({ state }) => void delivered.push([name, state]),
    discard: async () => undefined,
  });
}

test("reads pages in turns between candidates, so that one document does not wait for all of another candidate", async () => {
  const delivered: [string, string][] = [];
  fixPageTime();
  const own = ["a1", "a2", "a3", "a4"];
  await fillCache([...own, "b1"]);
  for (const name of own) queue("a", name, delivered);
  queue("b", "b1", delivered);
  await eventually(() => expect(delivered).toHaveLength(5));
  const names = delivered.map(([name]) => name);
  expect(names.indexOf("b1")).toBeLessThan(names.indexOf("a2"));
  expect(delivered.every(([, state]) => state === "read")).toBe(true);
});

test("drops a document of the candidate with most when the queue is full", async () => {
  const delivered: [string, string][] = [];
  const names = Array.from({ length: 30 }, (_, i) => `many${i}`);
  await fillCache([...names, "one"]);
  for (const name of names) queue("many", name, delivered);
  queue("one", "one", delivered);
  await eventually(() => expect(delivered).toHaveLength(31));
  expect(delivered).toContainEqual(["one", "read"]);
  expect(delivered.filter(([, state]) => state === "none").length).toBeGreaterThan(0);
});
