import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { GreyPicture } from "#engine/picture/grey-picture.ts";
import { judgePage } from "#server/files/detection/judging/judge.ts";
import { listSamples } from "../../../papers/corpus.ts";
import { blurPart, cutOff, glare, stain } from "../../../papers/flaws.ts";
import { blankSheet, layouts } from "../../../papers/layouts.ts";
import { photograph } from "../../../papers/photograph.ts";
import { createRandom } from "../../../papers/random.ts";
import { blur, print, resize, smear, toImage, toRaster, type Raster } from "../../../papers/raster.ts";

const dpi = 150;
const marksheet = () => layouts[0]!(createRandom(4, "marksheet"));
const random = () => createRandom(4, "flaw");

async function toGrey(raster: Raster): Promise<GreyPicture> {
  const { data, info } = await toImage(raster).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
const judge = async (raster: Raster, drawn = false) => judgePage(await toGrey(raster), { scale: 1, drawn });

describe("a page is judged", () => {
  test.each(layouts.map((draw) => draw(createRandom(9, "good"))))(
    "nothing is wrong with a clean $name",
    async (layout) => {
      expect(await judge(await print(layout, dpi))).toEqual([]);
    },
  );

  test("a sheet that lies on a bedsheet, on wood and on small print is judged without them", async () => {
    const page = await print(marksheet(), dpi);
    for (const background of ["bedsheet", "wood", "print"] as const)
      expect(await judge(await photograph(random(), page, { width: 1200, height: 1600, background }))).toEqual([]);
  });

  test("the straight stripes of a cloth are no sides of the sheet that lies on it", async () => {
    const page = await print(layouts[5]!(createRandom(4, "page")), dpi);
    const shot = { width: 1200, height: 1600, background: "bedsheet" } as const;
    for (const seed of [5, 20, 33])
      expect(await judge(await photograph(createRandom(seed, "checks"), page, shot))).toEqual([]);
  });

  test("what lies between a sheet's side and the rule of a table is no sheet", async () => {
    const sample = listSamples(61).find(({ name }) => name === "good-66")!;
    const photo = await toRaster(sharp(await sample.make()).resize({ width: 1800, height: 1800, fit: "inside" }));
    expect(await judge(photo)).toEqual([]);
  });

  test("a blurred paper on a sharp table is blurred", async () => {
    const page = await print(marksheet(), dpi);
    const shot = { width: 1200, height: 1600, background: "print", paperBlur: 3.4 } as const;
    expect(await judge(await photograph(random(), page, shot))).toEqual(["blurred"]);
  });

  test("the softest part counts, not the sharpest", async () => {
    expect(await judge(await blurPart(random(), await print(marksheet(), dpi), "strong"))).toEqual(["blurred"]);
  });

  test("a part so far out of focus that no letters are left of it is blurred", async () => {
    const page = await print(layouts[2]!(createRandom(4, "degree")), dpi);
    expect(await judge(await blurPart(createRandom(2, "part"), page, "strong"))).toEqual(["blurred"]);
  });

  test("light that ends washes out, whatever its shape; light that fades is a bright room", async () => {
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

  test("a movement is told from a lens that is out of focus", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(smear(page, 14, 0.4))).toEqual(["moved"]);
    expect(await judge(await blur(page, 3))).toEqual(["blurred"]);
  });

  test("a page lies on its side, or stands on its head, in English and in Hindi", async () => {
    for (const layout of [marksheet(), layouts[6]!(createRandom(4, "hindi")), layouts[5]!(createRandom(4, "typed"))]) {
      const page = toImage(await print(layout, dpi));
      expect(await judge(await toRaster(page.clone().rotate(90)))).toEqual(["sideways"]);
      expect(await judge(await toRaster(page.clone().rotate(180)))).toEqual(["upside-down"]);
    }
  });

  test("a sheet without writing is blank, also where the writing on its back shows", async () => {
    expect(await judge(await print(blankSheet(random(), 0), dpi))).toEqual(["blank"]);
    expect(await judge(await print(blankSheet(random(), 0.1), dpi))).toEqual(["blank"]);
  });

  test("a stain over the marks, a lost third and too few pixels are told", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(stain(random(), page, "strong"))).toContain("stained");
    expect(await judge(cutOff(page, { side: "right", share: 0.33 }))).toContain("cut");
    // The margin of a certificate with its frame: no letters are lost, but the frame runs out of the picture.
    const framed = await print(layouts[2]!(createRandom(3, "degree")), dpi);
    expect(await judge(cutOff(framed, { side: "right", share: 0.1 }))).toContain("cut");
    expect(await judge(await resize(page, 420))).toContain("coarse");
  });

  test("of a page that a program drew only what can be wrong with it is asked", async () => {
    const page = await print(marksheet(), dpi);
    expect(await judge(cutOff(page, { side: "right", share: 0.33 }), true)).toEqual([]);
    expect(await judge(await toRaster(toImage(page).rotate(180)), true)).toEqual(["upside-down"]);
  });
});
