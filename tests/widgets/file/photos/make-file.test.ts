import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeFile } from "#widgets/file/photos/make-file.ts";
import { offersPhotos, toMostPages } from "#widgets/file/photos/offers-photos.ts";
import type { PaperPage } from "#widgets/file/photos/paper-page.ts";

const page = (key: number, more: Partial<PaperPage> = {}): PaperPage => ({
  key,
  whole: new Blob(["whole"]),
  cut: false,
  turns: 0,
  ...more,
});
const file = { name: "Marksheet", asPdf: true, anySize: false, now: 1_795_000_000_000 };

/** Pages of so many bytes, by the look that is asked for; what was asked is listed. */
function reader(bytesAt: (side: number, quality: number) => number) {
  const asked: string[] = [];
  const read = async ({ key }: PaperPage, { side, quality }: { side: number; quality: number }) => {
    asked.push(`${key}:${side}@${quality}`);
    const width = 300 + 10 * key;
    const jpeg = await sharp({ create: { width, height: 400, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer();
    const bytes = new Uint8Array(Math.max(jpeg.length, bytesAt(side, quality)));
    bytes.set(jpeg);
    return { bytes: bytes.buffer, width, height: 400 };
  };
  return { asked, read };
}

test("pages become one PDF in their order, each read once where nothing is in the way", async () => {
  const { asked, read } = reader(() => 60_000);
  const made = await makeFile([page(2), page(0), page(1)], file, read);
  expect([made.name, made.type, made.lastModified]).toEqual(["Marksheet.pdf", "application/pdf", file.now]);
  const pages = (await PDFDocument.load(await made.arrayBuffer())).getPages();
  expect(pages.map((one) => Math.round((400 * one.getWidth()) / one.getHeight()))).toEqual([320, 300, 310]);
  expect(asked).toEqual(["2:2400@0.85", "0:2400@0.85", "1:2400@0.85"]);
});

test("what would be too large is read smaller until it may be sent, what would be too small in better quality", async () => {
  const large = reader((side) => side * 12_000);
  const made = await makeFile([page(0)], file, large.read);
  expect(made.size).toBeLessThanOrEqual(25 * 1024 * 1024);
  expect(large.asked).toEqual(["0:2400@0.85", "0:1800@0.8"]);
  const plain = reader((_, quality) => (quality < 1 ? 1_000 : 50_000));
  expect((await makeFile([page(0)], file, plain.read)).size).toBeGreaterThan(40 * 1024);
  expect(plain.asked).toEqual(["0:2400@0.85", "0:2400@0.95", "0:2400@1"]);
});

test("where no PDF is taken the page goes as a picture", async () => {
  const { read } = reader(() => 60_000);
  const made = await makeFile([page(0)], { ...file, asPdf: false }, read);
  expect([made.name, made.type, (await sharp(Buffer.from(await made.arrayBuffer())).metadata()).format]).toEqual([
    "Marksheet.jpg",
    "image/jpeg",
    "jpeg",
  ]);
});

test("papers are offered the camera, plain pictures only where the document says so", () => {
  const pictures = ["image/jpeg", "image/png"];
  expect(offersPhotos({ props: {} })).toBe(true);
  expect(offersPhotos({ accept: ["application/pdf"], props: {} })).toBe(true);
  expect(offersPhotos({ accept: pictures, props: {} })).toBe(false);
  expect(offersPhotos({ accept: pictures, props: { photos: true } })).toBe(true);
  expect(offersPhotos({ accept: ["application/pdf"], props: { photos: false } })).toBe(false);
  expect([toMostPages({ props: {} }), toMostPages({ accept: pictures, props: {} })]).toEqual([40, 1]);
});
