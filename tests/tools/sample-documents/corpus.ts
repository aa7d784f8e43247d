import { PDFDocument } from "pdf-lib";
import { blankSheet, layouts, type Layout } from "./layouts.ts";
import {
  blurPart,
  cutOff,
  findStrip,
  flaws,
  glare,
  shadow,
  sizes,
  stain,
  strengths,
  type Flaw,
  type Strength,
} from "./flaws.ts";
import { expose, photograph, scan } from "./photograph.ts";
import { createRandom, type Random } from "./random.ts";
import { blur, print, resize, smear, toImage, toRaster, type Raster } from "./raster.ts";

/** One file as a candidate sends it. Without a flaw it is a good one. */
export interface Sample {
  name: string;
  flaw?: Flaw;
  strength?: Strength;
  /** Describes the sample in lists of misses. */
  about: string;
  contentType: "image/jpeg" | "image/png" | "application/pdf";
  /** How many pages, and which of them has the flaw, counted from 1. */
  pages: number;
  flawedPage?: number;
  /** The texts of the drawn page. Other pages of a PDF are other documents. */
  written: readonly string[];
  make(): Promise<Buffer>;
}

interface Page {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Samples of a seed: `each` of every flaw and strength, and `good` ones. The same seed gives the same bytes. */
export function listSamples(seed: number, { each = 5, good = 80 }: { each?: number; good?: number } = {}): Sample[] {
  const flawed = flaws.flatMap((flaw) =>
    strengths.flatMap((strength) =>
      Array.from({ length: each }, (_, i) => toSample(seed, `${flaw}-${strength}-${i}`, i, { flaw, strength })),
    ),
  );
  return [...flawed, ...Array.from({ length: good }, (_, i) => toSample(seed, `good-${i}`, i))];
}

function toSample(seed: number, name: string, index: number, bad?: { flaw: Flaw; strength: Strength }): Sample {
  const random = createRandom(seed, name);
  const layout = layouts[(index + random.integer(0, layouts.length - 1)) % layouts.length]!(random);
  // Every third one is inside a PDF, between good pages.
  const pages = index % 3 === 2 ? random.integer(1, 12) : 0;
  const flawedPage = pages > 0 ? random.integer(1, pages) : 1;
  const photographed = isPhotographed(random, bad);
  return {
    name,
    ...bad,
    about: `${layout.name}, ${photographed ? "photographed" : "scanned"}${pages > 0 ? `, page ${flawedPage} of ${pages}` : ""}`,
    contentType: pages > 0 ? "application/pdf" : "image/jpeg",
    pages: Math.max(1, pages),
    ...(bad && { flawedPage }),
    written: [...layout.svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = ""]) => words),
    make: async () => {
      const page = await takePicture(random, layout, photographed, bad);
      if (pages === 0) return page.bytes;
      const all: Page[] = [];
      for (let number = 1; number <= pages; number += 1)
        all.push(number === flawedPage ? page : await takeBeside(seed, (index + number) % besideMax));
      return toPdf(all);
    },
  };
}

function isPhotographed(random: Random, { flaw, strength }: { flaw?: Flaw; strength?: Strength } = {}): boolean {
  if (flaw === "blurred-paper" || flaw === "glare" || flaw === "shadow") return true;
  if (flaw === "sideways" || flaw === "upside-down") return strength === "strong" ? random.chance(0.4) : true;
  return random.chance(flaw === "motion" || flaw === "focus" || flaw === undefined ? 0.75 : 0.5);
}

/** Good pages around the flawed one, made once for a seed. */
const besideMax = 12;
const beside = new Map<string, Promise<Page>>();
function takeBeside(seed: number, number: number): Promise<Page> {
  const name = `beside-${seed}-${number}`;
  const random = createRandom(seed, name);
  const taken = beside.get(name) ?? takePicture(random, random.pick(layouts)(random), random.chance(0.5));
  beside.set(name, taken);
  return taken;
}

/** Creates one picture from a layout. Applies each flaw at its stage: paper, camera or file. */
async function takePicture(
  random: Random,
  drawn: Layout,
  photographed: boolean,
  { flaw, strength = "weak" }: { flaw?: Flaw; strength?: Strength } = {},
): Promise<Page> {
  const layout = flaw === "blank" ? blankSheet(random, { strong: 0, medium: 0.06, weak: 0.16 }[strength]) : drawn;
  let page = await print(layout, random.pick([150, 180, 200]));
  const unit = Math.min(page.width, page.height) / 1700;
  if (flaw === "stain") page = stain(random, page, strength);
  if (flaw === "blurred-part") page = await blurPart(random, page, strength);
  if (flaw === "cut" && !photographed) page = cutOff(scan(random, page, 0.6), findStrip(random, page, strength));
  let picture = photographed ? await shoot(random, page, flaw, strength) : scan(random, page, flaw === "cut" ? 0 : 1.2);
  if (flaw === "motion") picture = smear(picture, sizes.motion[strength] * unit, random.between(0, Math.PI));
  if (flaw === "focus") picture = await blur(picture, sizes.focus[strength] * unit);
  if (flaw === "shadow") picture = shadow(random, picture, strength);
  picture = expose(random, picture, photographed ? random.between(1, 5) : random.between(0, 2));
  // Glare saturates the sensor, so it is white at any exposure.
  if (flaw === "glare") picture = glare(random, picture, strength);
  if (flaw === "low-resolution") picture = await lower(random, picture, layout, photographed, strength);
  if (flaw === "sideways" && !photographed) picture = await turn(picture, random.pick([90, 270]));
  if (flaw === "upside-down" && !photographed) picture = await turn(picture, 180);
  return toPage(picture, photographed ? random.integer(60, 92) : random.integer(55, 95));
}

async function shoot(random: Random, page: Raster, flaw: Flaw | undefined, strength: Strength): Promise<Raster> {
  const upright = page.height >= page.width;
  const long = Math.round(Math.max(page.width, page.height) * random.between(1.02, 1.2));
  const side = { width: upright ? Math.round(long * 0.75) : long, height: upright ? long : Math.round(long * 0.75) };
  const turned = flaw === "sideways" ? random.pick([90, 270]) : flaw === "upside-down" ? 180 : 0;
  const lies = turned === 90 || turned === 270;
  // Between upright and sideways: a weak flaw.
  const askew = flaw === "sideways" && strength === "weak" ? random.between(-58, -48) : random.between(-5, 5);
  return photograph(random, page, {
    ...(lies && random.chance(0.6) ? { width: side.height, height: side.width } : side),
    turn: turned + askew,
    // Many good photographs cut off a little of the margin.
    ...(flaw === undefined &&
      random.chance(0.15) && {
        outside: { side: random.pick(["left", "top", "right", "bottom"]), share: random.between(0, 0.015) },
      }),
    ...(flaw === "cut" && { outside: findStrip(random, page, strength), fill: random.between(0.9, 0.98) }),
    ...(flaw === "blurred-paper" && { paperBlur: (sizes.focus[strength] * Math.min(page.width, page.height)) / 1700 }),
  });
}

async function lower(
  random: Random,
  picture: Raster,
  layout: Layout,
  photographed: boolean,
  strength: Strength,
): Promise<Raster> {
  const width = ((sizes.resolution[strength] * layout.width) / 72) * (photographed ? 1.1 : 1);
  const small = await resize(picture, width);
  // Some programs enlarge it again, which restores nothing.
  return random.chance(0.4) ? resize(small, picture.width) : small;
}

const turn = (picture: Raster, degrees: number) => toRaster(toImage(picture).rotate(degrees));

async function toPage(picture: Raster, quality: number): Promise<Page> {
  return { bytes: await toImage(picture).jpeg({ quality }).toBuffer(), width: picture.width, height: picture.height };
}

/** Each picture fills an A4 page: its width, or its height in landscape. */
async function toPdf(pages: readonly Page[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const then = new Date(Date.UTC(2020, 0, 1));
  document.setCreationDate(then);
  document.setModificationDate(then);
  const embedded = new Map<Page, Awaited<ReturnType<typeof document.embedJpg>>>();
  for (const page of pages) {
    const image = embedded.get(page) ?? (await document.embedJpg(page.bytes));
    embedded.set(page, image);
    const width = page.width > page.height ? 842 : 595;
    const height = (width * page.height) / page.width;
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return Buffer.from(await document.save());
}
