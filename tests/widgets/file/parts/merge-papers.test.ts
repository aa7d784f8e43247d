import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { mergePapers, PaperError } from "#widgets/file/parts/merge-papers.ts";
import { toSharpness } from "#widgets/file/parts/page-picture.ts";
import { movePaper, turnPaper, type Paper } from "#widgets/file/parts/pages.ts";

/** The smallest JPEG there is: one grey pixel. */
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
const paper = (key: number, file: File, turns: Paper["turns"] = 0): Paper => ({ key, file, turns });

test("papers become one PDF in their order, each turned as asked", async () => {
  const merged = await mergePapers(
    [paper(0, await pdf(100, 200), 1), paper(1, photo, 2), paper(2, await pdf(400))],
    "Marksheet.pdf",
    read,
  );
  expect([merged.name, merged.type]).toEqual(["Marksheet.pdf", "application/pdf"]);
  const pages = (await PDFDocument.load(await merged.arrayBuffer())).getPages();
  expect(pages.map((page) => Math.round(page.getWidth()))).toEqual([100, 200, 842, 400]);
  expect(pages.map((page) => page.getRotation().angle)).toEqual([90, 90, 180, 0]);
});

test("a paper that cannot be read is named by its place", async () => {
  const broken = new File(["%PDF-1.7 nonsense"], "broken.pdf", { type: "application/pdf" });
  const attempt = mergePapers([paper(0, photo), paper(1, broken)], "a.pdf", read);
  await expect(attempt).rejects.toBeInstanceOf(PaperError);
  await expect(attempt).rejects.toMatchObject({ paper: 1 });
});

test("papers move inside the list and stop at its ends; four turns are none", () => {
  const list = [paper(0, photo), paper(1, photo), paper(2, photo)];
  const keys = (papers: readonly Paper[]) => papers.map(({ key }) => key);
  expect(keys(movePaper(list, 2, -1))).toEqual([0, 2, 1]);
  expect(keys(movePaper(list, 0, -1))).toEqual([0, 1, 2]);
  expect(keys(movePaper(list, 2, 1))).toEqual([0, 1, 2]);
  expect([1, 2, 3, 4].reduce<readonly Paper[]>((papers) => turnPaper(papers, 0), list)[0]?.turns).toBe(0);
});

test("a flat picture is less sharp than one with edges", () => {
  const flat = { data: new Uint8ClampedArray(4 * 16 * 16).fill(128), width: 16, height: 16 };
  const edged = { ...flat, data: flat.data.map((_, at) => (Math.floor(at / 4) % 2 ? 255 : 0)) };
  expect(toSharpness(flat)).toBe(0);
  expect(toSharpness(edged)).toBeGreaterThan(1000);
});
