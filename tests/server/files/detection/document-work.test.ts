import { expect, test } from "vitest";
import { DocumentWork } from "#server/files/detection/document-work.ts";
import type { InspectRequest } from "#server/files/detection/inspection.ts";

const request: InspectRequest = { path: "", contentType: "application/pdf", assessQuality: true };
const blank = (page: number) => ({ page, flaws: ["blank" as const] });

/** Runs all slices of a document of this many pages, each at these costs. */
async function run(pageCount: number, cost: { cpuMs: number; pixels?: number }) {
  const work = new DocumentWork(request, "a");
  let slices = 0;
  for (let slice = work.takeSlice(); slice; slice = work.takeSlice()) {
    slices += 1;
    const { fromPage = 1, pages: length = 3 } = slice;
    const pages = Array.from({ length: Math.min(length, pageCount + 1 - fromPage) }, (_, i) => blank(fromPage + i));
    work.addResult({
      inspection: { pageCount, pages, ...(cost.pixels && { pixels: cost.pixels }) },
      cpuMs: cost.cpuMs,
      fromPage,
    });
  }
  return { slices, ...(await work.inspected) };
}

test("assesses every page of a document within its budget, in order", async () => {
  const { slices, pageCount, totalPages, pages } = await run(20, { cpuMs: 500 });
  expect([slices, pageCount, totalPages]).toEqual([7, 20, undefined]);
  expect(pages?.map(({ page }) => page)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test.each([
  ["CPU time", { cpuMs: 7000 }],
  ["decoded pixels", { cpuMs: 0, pixels: 600_000_000 }],
])("leaves the pages beyond a document's budget of %s unassessed, and reports it", async (_what, cost) => {
  const { slices, pageCount, totalPages, pages } = await run(20, cost);
  expect([slices, pageCount, totalPages, pages?.length]).toEqual([3, 9, 20, 9]);
});

test("continues a part that took its time at its next page", async () => {
  const work = new DocumentWork(request, "a");
  work.takeSlice();
  work.addResult({ inspection: { pageCount: 4, pages: [blank(1)], nextPage: 2, lastPage: 3 }, cpuMs: 1200 });
  expect(work.takeSlice()).toMatchObject({ fromPage: 2, pages: 2 });
  expect(work.takeSlice()).toMatchObject({ fromPage: 4, pages: 3 });
  work.addResult({ inspection: { pageCount: 4, pages: [blank(4)] }, cpuMs: 10, fromPage: 4 });
  work.addResult({ inspection: { pageCount: 4, pages: [blank(2)] }, cpuMs: 10, fromPage: 2 });
  expect(await work.inspected).toEqual({ pageCount: 4, pages: [blank(1), blank(2), blank(4)] });
});

test("ends at the first fault and starts no further slice", async () => {
  const work = new DocumentWork(request, "a");
  work.takeSlice();
  work.addResult({ inspection: { pageCount: 9, pages: [] }, cpuMs: 10 });
  work.takeSlice();
  work.addResult({ inspection: { fault: "too-large" }, cpuMs: 10, fromPage: 4 });
  expect(await work.inspected).toEqual({ fault: "too-large" });
  expect(work.hasSlices).toBe(false);
});
