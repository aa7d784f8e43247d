import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { mergeFiles, MergeError } from "#widgets/file/merge/merge-files.ts";
import { toSharpness } from "#widgets/file/merge/page-image.ts";
import { moveItem, rotateItem, type MergeFile } from "#widgets/file/merge/merge-list.ts";

/** The smallest JPEG: one grey pixel. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);
const read = () => Promise.resolve({ bytes: Uint8Array.from(jpeg).buffer, width: 1600, height: 1200 });

async function pdf(...widths: number[]): Promise<File> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 300]);
  return new File([(await document.save()) as Uint8Array<ArrayBuffer>], "part.pdf", { type: "application/pdf" });
}
const photo = new File(["x"], "photo.jpg", { type: "image/jpeg" });
const entry = (key: number, file: File, quarterTurns: MergeFile["quarterTurns"] = 0): MergeFile => ({
  key,
  file,
  quarterTurns,
});

test("merges files into one PDF in order, each rotated as chosen", async () => {
  const merged = await mergeFiles(
    [entry(0, await pdf(100, 200), 1), entry(1, photo, 2), entry(2, await pdf(400))],
    "Marksheet.pdf",
    read,
  );
  expect([merged.name, merged.type]).toEqual(["Marksheet.pdf", "application/pdf"]);
  const pages = (await PDFDocument.load(await merged.arrayBuffer())).getPages();
  expect(pages.map((page) => Math.round(page.getWidth()))).toEqual([100, 200, 842, 400]);
  expect(pages.map((page) => page.getRotation().angle)).toEqual([90, 90, 180, 0]);
});

test("reports the position of an unreadable file", async () => {
  const broken = new File(["%PDF-1.7 nonsense"], "broken.pdf", { type: "application/pdf" });
  const attempt = mergeFiles([entry(0, photo), entry(1, broken)], "a.pdf", read);
  await expect(attempt).rejects.toBeInstanceOf(MergeError);
  await expect(attempt).rejects.toMatchObject({ index: 1 });
});

test("moves items within the list, stops at its ends, and takes four turns as none", () => {
  const list = [entry(0, photo), entry(1, photo), entry(2, photo)];
  const keys = (files: readonly MergeFile[]) => files.map(({ key }) => key);
  expect(keys(moveItem(list, 2, -1))).toEqual([0, 2, 1]);
  expect(keys(moveItem(list, 0, -1))).toEqual([0, 1, 2]);
  expect(keys(moveItem(list, 2, 1))).toEqual([0, 1, 2]);
  expect([1, 2, 3, 4].reduce<readonly MergeFile[]>((files) => rotateItem(files, 0), list)[0]?.quarterTurns).toBe(0);
});

test("rates a flat picture less sharp than one with edges", () => {
  const flat = { data: new Uint8ClampedArray(4 * 16 * 16).fill(128), width: 16, height: 16 };
  const edged = { ...flat, data: flat.data.map((_, at) => (Math.floor(at / 4) % 2 ? 255 : 0)) };
  expect(toSharpness(flat)).toBe(0);
  expect(toSharpness(edged)).toBeGreaterThan(1000);
});
