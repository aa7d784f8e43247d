import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { appRoot } from "#server/root.ts";
import type { Screenshot } from "./story.ts";

/** Stored screenshots. They belong to this machine, because fonts differ. */
export const screenshotFolder = path.join(appRoot, "dist/replay/screenshots");

/** Allowed colour difference of 255, because font rendering varies. */
const tolerance = 24;
const marked = [214, 0, 90];

/** Screenshots of a report, compared with the stored ones. */
export class Screenshots {
  readonly #folder: string;
  readonly #update: boolean;
  readonly #storedFolder: string;

  /** `folder` is the folder of the report. `update` stores each screenshot. */
  constructor(folder: string, update: boolean, stored = screenshotFolder) {
    this.#folder = folder;
    this.#update = update;
    this.#storedFolder = stored;
  }

  /** Takes a screenshot of the whole page. */
  async take(page: Page, name: string, stepId: string): Promise<Screenshot> {
    return this.add(await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide" }), name, stepId);
  }

  /** Adds a screenshot. */
  async add(screenshot: Buffer, name: string, stepId: string): Promise<Screenshot> {
    const now = await sharp(screenshot).webp({ lossless: true, effort: 2 }).toBuffer();
    const [file, stored] = [
      path.join("pictures", name, `${stepId}.webp`),
      path.join(this.#storedFolder, name, `${stepId}.webp`),
    ];
    write(path.join(this.#folder, file), now);
    if (this.#update) write(stored, now);
    if (!existsSync(stored)) return { file };
    const storedPath = path.relative(this.#folder, stored);
    const { percent, picture } = await compare(stored, now);
    if (!picture) return { file, stored: storedPath, percent };
    const difference = path.join("pictures", name, `${stepId}-difference.webp`);
    write(path.join(this.#folder, difference), picture);
    return { file, stored: storedPath, percent, difference };
  }
}

/**
 * The share of different pixels, and a pale copy of the second image with the differences marked. No copy without a
 * difference.
 */
export async function compare(
  one: string | Buffer,
  other: string | Buffer,
): Promise<{ percent: number; picture?: Buffer }> {
  const [before, after] = [await read(one), await read(other)];
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const pixels = Buffer.alloc(width * height * 3, 255);
  let different = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [was, is] = [before.at(x, y), after.at(x, y)];
      const differs =
        was === undefined || is === undefined || was.some((part, i) => Math.abs(part - is[i]!) > tolerance);
      if (differs) different += 1;
      const colour = differs ? marked : is.map((part) => 255 - (255 - part) / 3);
      pixels.set(colour, (y * width + x) * 3);
    }
  if (different === 0) return { percent: 0 };
  const drawn = sharp(pixels, { raw: { width, height, channels: 3 } }).webp({ lossless: true, effort: 2 });
  return { percent: (100 * different) / (width * height), picture: await drawn.toBuffer() };
}

async function read(picture: string | Buffer) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number): number[] | undefined =>
    x < width && y < height ? [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)] : undefined;
  return { width, height, at };
}

function write(file: string, content: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
