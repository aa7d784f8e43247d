import { expect, test } from "vitest";
import { inspectPdf } from "#server/files/detection/inspect-pdf.ts";

const inspect = (objects: readonly string[]) =>
  inspectPdf(toPdf(objects), { path: "", contentType: "application/pdf", assessQuality: true });
const catalog = "<</Type/Catalog/Pages 2 0 R>>";
const page = (parent: number) => `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 595 842]>>`;

test("accepts a page tree of several levels", async () => {
  expect(
    await inspect([
      catalog,
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1>>",
      page(3),
    ]),
  ).toMatchObject({ pageCount: 1 });
});

test.each([
  ["contains itself", ["<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>"]],
  ["contains itself at once", ["<</Type/Pages/Kids[2 0 R]/Count 1>>"]],
  ["claims a million pages", ["<</Type/Pages/Kids[3 0 R]/Count 1000000>>", page(2)]],
  ["claims more pages than a number has", [`<</Type/Pages/Kids[3 0 R]/Count ${"9".repeat(40)}>>`, page(2)]],
  [
    "is nested a thousand times",
    [...Array.from({ length: 1000 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R]/Count 1>>`), page(1001)],
  ],
])("is unreadable when its page tree %s", async (_what, objects) => {
  expect(await inspect([catalog, ...objects])).toEqual({ fault: "unreadable" });
});

test("is a bomb when each level of its page tree doubles the pages", async () => {
  const levels = Array.from({ length: 30 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R ${i + 3} 0 R]/Count 4>>`);
  const before = performance.now();
  expect(await inspect([catalog, ...levels, page(31)])).toEqual({ fault: "bomb" });
  expect(performance.now() - before).toBeLessThan(5000);
});

test("is a bomb when it has a hundred and fifty thousand objects", async () => {
  const many = Array.from({ length: 150_000 }, () => "<<>>");
  const before = performance.now();
  expect(await inspect([catalog, "<</Type/Pages/Kids[3 0 R]/Count 1>>", page(2), ...many])).toEqual({ fault: "bomb" });
  expect(performance.now() - before).toBeLessThan(20_000);
});

/** A PDF of these objects, numbered from 1. The first is the catalog. */
function toPdf(objects: readonly string[]): Buffer {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF\n`, "latin1");
}
