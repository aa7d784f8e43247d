import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPendingFiles } from "#renderer/form/services/pending-files.ts";

interface Range {
  readonly lower: string;
  readonly upper: string;
  readonly upperOpen: boolean;
}
const isWithin = (key: string, range: string | Range) =>
  typeof range === "string"
    ? key === range
    : key >= range.lower && (range.upperOpen ? key < range.upper : key <= range.upper);

/** The used part of IndexedDB over one map. */
function toDatabase(entries: Map<string, unknown>) {
  const answer = <T>(result: T) => {
    const request = { result, onsuccess: () => undefined as void };
    setTimeout(() => request.onsuccess(), 0);
    return request;
  };
  const objectStore = () => ({
    get: (key: string) => answer(entries.get(key)),
    put: (value: unknown, key: string) => answer(entries.set(key, value)),
    delete: (range: string | Range) => {
      for (const key of entries.keys()) if (isWithin(key, range)) entries.delete(key);
      return answer(undefined);
    },
  });
  return { open: () => answer({ transaction: () => ({ objectStore }), close: () => undefined }) };
}

const file = new File(["x"], "degree.pdf");

beforeEach(() => {
  vi.stubGlobal("indexedDB", toDatabase(new Map()));
  vi.stubGlobal("IDBKeyRange", {
    bound: (lower: string, upper: string, _lowerOpen = false, upperOpen = false): Range => ({
      lower,
      upper,
      upperOpen,
    }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("separates the files of submissions and clears them together", async () => {
  const degree = openPendingFiles("draft:t1:bgv-degree:new");
  const others = [
    openPendingFiles("draft:t1:bgv-degree:new2"),
    openPendingFiles("draft:t1:bgv-degree:ne"),
    openPendingFiles("draft:t2:bgv-degree:new"),
  ];
  for (const kept of [degree, ...others]) {
    await kept.put("/certificate", { file });
    await kept.put("/marksheet", { file });
  }
  await degree.remove("/marksheet");
  expect(await degree.get("/marksheet")).toBeUndefined();
  expect(await degree.get("/certificate")).toEqual({ file });
  await degree.put("/marksheet", { file });
  await degree.clear();
  for (const key of ["/certificate", "/marksheet"]) {
    expect(await degree.get(key)).toBeUndefined();
    for (const kept of others) expect(await kept.get(key)).toEqual({ file });
  }
});
