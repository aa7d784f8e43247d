import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import { assessPage } from "#server/files/detection/image-quality/assess.ts";
import { listSamples } from "../../../tools/sample-documents/corpus.ts";
import { blurPart, cutOff, glare, stain } from "../../../tools/sample-documents/flaws.ts";
import { blankSheet, layouts } from "../../../tools/sample-documents/layouts.ts";
import { photograph } from "../../../tools/sample-documents/photograph.ts";
import { createRandom } from "../../../tools/sample-documents/random.ts";
import { blur, print, resize, smear, toImage, toRaster, type Raster } from "../../../tools/sample-documents/raster.ts";

const dpi = 150;
const marksheet = () => layouts[0]!(createRandom(4, "marksheet"));
const random = () => createRandom(4, "flaw");

async function toGrey(raster: Raster): Promise<GreyImage> {
  const { data, info } = await toImage(raster).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
const judge = async (raster: Raster, drawn = false) =>
  assessPage(await toGrey(raster), { scale: 1, isRendered: drawn });

describe("assessPage", () => {
  test.each(layouts.map((draw) => draw(createRandom(9, "good"))))("finds no flaw in a clean $name", async (layout) => {
    expect(await judge(await print(layout, dpi))).toEqual([]);
  });

  test("ignores a bedsheet, wood and small print below the page", async () => {
    const page = await print(marksheet(), dpi);
    for (const background of ["bedsheet", "wood", "print"] as const)
      expect(await judge(await photograph(random(), page, { width: 1200, height: 1600, background }))).toEqual([]);
  });

  test("does not take the stripes of a cloth for sides of the page", async () => {
    const page = await print(layouts[5]!(createRandom(4, "page")), dpi);
    const shot = { width: 1200, height: 1600, background: "bedsheet" } as const;
    for (const seed of [5, 20, 33])
      expect(await judge(await photograph(createRandom(seed, "checks"), page, shot))).toEqual([]);
  });

  test("does not take the area between a page side and a table rule for the page", async () => {
    const sample = listSamples(61).find(({ name }) => name === "good-66")!;
    const photo = await toRaster(sharp(await sample.make()).resize({ width: 1800, height: 1800, fit: "inside" }));
    expect(await judge(photo)).toEqual([]);
  });

  test("finds a blurred page on a sharp table", async () => {
    const page = await print(marksheet(), dpi);
    const shot = { width: 1200, height: 1600, background: "print", paperBlur: 3.4 } as const;
    expect(await judge(await photograph(random(), page, shot))).toEqual(["blurred"]);
  });

  test("assesses the most blurred part, not the sharpest", async () => {
    expect(await judge(await blurPart(random(), await print(marksheet(), dpi), "strong"))).toEqual(["blurred"]);
  });

  test("finds a part that is too blurred for letters", async () => {
    const page = await print(layouts[2]!(createRandom(4, "degree")), dpi);
    expect(await judge(await blurPart(createRandom(2, "part"), page, "strong"))).toEqual(["blurred"]);
  });

  test("finds glare with a sharp edge of any shape, and accepts light that fades", async () => {
    const page = await print(layouts[4]!(createRandom(4, "letter")), dpi);
    const shot = { width: 1200, height: 1600, background: "wood" } as const;
    const photo = await photograph(random(), page, shot);
    for (const turn of [1, 2, 3, 4])
      expect(await judge(glare(createRandom(turn, "glare"), photo, "strong", { x: 560, y: 700 }))).toContain("glare");
    const bright = { ...photo, data: new Uint8Array(photo.data) };
    for (let y = 0, at = 0; y < bright.height; y += 1)
      for (let x = 0; x < bright.width; x += 1)
        for (let c = 0; c < 3; c += 1, at += 1)
          bright.data[at] = Math.min(255, photo.data[at]! * (1.05 + (0.3 * x) / bright.width));
    expect(await judge(bright)).toEqual([]);
  });

  test("distinguishes motion blur from defocus", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(smear(page, 14, 0.4))).toEqual(["motion-blur"]);
    expect(await judge(await blur(page, 3))).toEqual(["blurred"]);
  });

  test("finds sideways and upside-down pages in English and Hindi", async () => {
    for (const layout of [marksheet(), layouts[6]!(createRandom(4, "hindi")), layouts[5]!(createRandom(4, "typed"))]) {
      const page = toImage(await print(layout, dpi));
      expect(await judge(await toRaster(page.clone().rotate(90)))).toEqual(["sideways"]);
      expect(await judge(await toRaster(page.clone().rotate(180)))).toEqual(["upside-down"]);
    }
  });

  test("finds a blank page, even when the text of its back shows through", async () => {
    expect(await judge(await print(blankSheet(random(), 0), dpi))).toEqual(["blank"]);
    expect(await judge(await print(blankSheet(random(), 0.1), dpi))).toEqual(["blank"]);
  });

  test("finds a stain over text, a cropped third and a low resolution", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(stain(random(), page, "strong"))).toContain("stained");
    expect(await judge(cutOff(page, { side: "right", share: 0.33 }))).toContain("cropped");
    // A certificate with a printed frame: all letters are visible, but the frame is cropped.
    const framed = await print(layouts[2]!(createRandom(3, "degree")), dpi);
    expect(await judge(cutOff(framed, { side: "right", share: 0.1 }))).toContain("cropped");
    expect(await judge(await resize(page, 420))).toContain("low-resolution");
  });

  test("checks a rendered page only for flaws that it can have", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(cutOff(page, { side: "right", share: 0.33 }), true)).toEqual([]);
    expect(await judge(await toRaster(toImage(page).rotate(180)), true)).toEqual(["upside-down"]);
  });
});
