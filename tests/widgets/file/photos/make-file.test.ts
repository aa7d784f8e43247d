import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeFile } from "#widgets/file/photos/make-file.ts";
import { offersPhotos, getMaxPages } from "#widgets/file/photos/offers-photos.ts";
import type { PhotoPage } from "#widgets/file/photos/photo-page.ts";

const page = (key: number, more: Partial<PhotoPage> = {}): PhotoPage => ({
  key,
  original: new Blob(["whole"]),
  isCropped: false,
  quarterTurns: 0,
  ...more,
});
const file = { name: "Marksheet", asPdf: true, anySize: false, now: 1_795_000_000_000 };

/** A reader of pages whose size depends on side and quality; it records each request. */
function reader(bytesAt: (side: number, quality: number) => number) {
  const asked: string[] = [];
  const read = async ({ key }: PhotoPage, { side, quality }: { side: number; quality: number }) => {
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

test("makes one PDF of the pages in order and reads each page once", async () => {
  const { asked, read } = reader(() => 60_000);
  const made = await makeFile([page(2), page(0), page(1)], file, read);
  expect([made.name, made.type, made.lastModified]).toEqual(["Marksheet.pdf", "application/pdf", file.now]);
  const pages = (await PDFDocument.load(await made.arrayBuffer())).getPages();
  expect(pages.map((one) => Math.round((400 * one.getWidth()) / one.getHeight()))).toEqual([320, 300, 310]);
  expect(asked).toEqual(["2:2400@0.85", "0:2400@0.85", "1:2400@0.85"]);
});

test("reads pages smaller while the file is too large, and better while it is too small", async () => {
  const large = reader((side) => side * 12_000);
  const made = await makeFile([page(0)], file, large.read);
  expect(made.size).toBeLessThanOrEqual(25 * 1024 * 1024);
  expect(large.asked).toEqual(["0:2400@0.85", "0:1800@0.8"]);
  const plain = reader((_, quality) => (quality < 1 ? 1_000 : 50_000));
  expect((await makeFile([page(0)], file, plain.read)).size).toBeGreaterThan(40 * 1024);
  expect(plain.asked).toEqual(["0:2400@0.85", "0:2400@0.95", "0:2400@1"]);
});

test("makes an image where the field accepts no PDF", async () => {
  const { read } = reader(() => 60_000);
  const made = await makeFile([page(0)], { ...file, asPdf: false }, read);
  expect([made.name, made.type, (await sharp(Buffer.from(await made.arrayBuffer())).metadata()).format]).toEqual([
    "Marksheet.jpg",
    "image/jpeg",
    "jpeg",
  ]);
});

test("offers the camera for documents, and for images only when the definition states it", () => {
  const pictures = ["image/jpeg", "image/png"];
  expect(offersPhotos({ props: {} })).toBe(true);
  expect(offersPhotos({ accept: ["application/pdf"], props: {} })).toBe(true);
  expect(offersPhotos({ accept: pictures, props: {} })).toBe(false);
  expect(offersPhotos({ accept: pictures, props: { photos: true } })).toBe(true);
  expect(offersPhotos({ accept: ["application/pdf"], props: { photos: false } })).toBe(false);
  expect([getMaxPages({ props: {} }), getMaxPages({ accept: pictures, props: {} })]).toEqual([40, 1]);
});
