// Looks into made papers (tests/papers) and counts, for each flaw and strength, how
// many are caught, and how many good ones are warned of. Then its times: a picture, ten pages, ten at once, and other
// calls meanwhile. SEED=n for other samples, EACH=n and GOOD=n for other numbers of them, LIST=1 to be told each miss, FIGURES=1 without times. Limits were set on seed 11.
// Printed, never asserted.
import { readFile } from "node:fs/promises";
import { listSamples, type Sample } from "../papers/corpus.ts";
import { flaws, strengths } from "../papers/flaws.ts";
import { keepSample } from "../papers/kept.ts";
import { pagesPerPart, type Inspection } from "#server/files/detection/inspection.ts";
import { inspectPdf } from "#server/files/detection/read-pdf.ts";
import { inspectPicture } from "#server/files/detection/read-picture.ts";
import { timePapers } from "./parts/papers-times.ts";

const tunedSeed = 11;
const seed = Number(process.env.SEED ?? 23);
const each = Number(process.env.EACH ?? 5);
const good = Number(process.env.GOOD ?? 80);

/** What a flaw should be called; another name is a warning too, but not the right one. */
const names: Record<(typeof flaws)[number], readonly string[]> = {
  motion: ["moved", "blurred"],
  focus: ["blurred", "moved"],
  "blurred-paper": ["blurred", "moved"],
  "blurred-part": ["blurred", "moved"],
  cut: ["cut"],
  stain: ["stained"],
  glare: ["glare"],
  shadow: ["shadow", "stained"],
  "low-resolution": ["coarse", "blurred"],
  blank: ["blank"],
  sideways: ["sideways"],
  "upside-down": ["upside-down"],
};

interface Outcome {
  sample: Sample;
  found: Inspection;
}

const samples = listSamples(seed, { each, good });
const outcomes: Outcome[] = [];
for (const sample of samples) {
  const outcome = { sample, found: await judge(await keepSample(seed, sample), sample.contentType) };
  outcomes.push(outcome);
  if (process.env.LIST) tell(outcome);
}
console.log(
  `${samples.length} samples of seed ${seed}${seed === tunedSeed ? ", on which the limits were set" : ` (limits were set on seed ${tunedSeed})`}`,
);
console.table(
  Object.fromEntries(
    flaws.map((flaw) => [
      flaw,
      Object.fromEntries(
        strengths.map((strength) => {
          const of = outcomes.filter(({ sample }) => sample.flaw === flaw && sample.strength === strength);
          const caught = of.filter(isCaught);
          const named = caught.filter(({ sample, found }) =>
            toFlaws(found, sample.flawedPage).some((name) => names[flaw].includes(name)),
          );
          return [
            strength,
            `${caught.length}/${of.length}${named.length < caught.length ? ` (${named.length} by name)` : ""}`,
          ];
        }),
      ),
    ]),
  ),
);
for (const strength of strengths) {
  const of = outcomes.filter(({ sample }) => sample.strength === strength);
  console.log(`${strength}: ${toShare(of.filter(isCaught).length, of.length)} caught`);
}
const fine = outcomes.filter(({ sample }) => !sample.flaw);
const alarmed = fine.filter(({ found }) => found.fault || found.pages?.length);
console.log(`good files: ${toShare(alarmed.length, fine.length)} warned of`);
const beside = outcomes.filter(({ sample }) => sample.flaw && sample.pages > 1);
const wrong = beside.filter(({ sample, found }) => found.pages?.some(({ page }) => page !== sample.flawedPage));
console.log(`long PDFs with one flawed page: another page was named too in ${toShare(wrong.length, beside.length)}`);
if (!process.env.FIGURES) await timePapers(seed, samples);
process.exit();

/** In this thread and without its limit on time: what is judged must not depend on how busy the machine is. */
async function judge(path: string, contentType: Sample["contentType"]): Promise<Inspection> {
  const request = { path, contentType, look: true };
  const bytes = await readFile(path);
  if (contentType !== "application/pdf") return inspectPicture(bytes, request);
  const first = await inspectPdf(bytes, request);
  const pages = [...(first.pages ?? [])];
  for (let from = 1 + pagesPerPart; from <= (first.pageCount ?? 0); from += pagesPerPart)
    pages.push(...((await inspectPdf(bytes, { ...request, from })).pages ?? []));
  return { ...first, pages };
}

/** Says what was missed, what was wrongly named, and every good file that is warned of. */
function tell({ sample, found }: Outcome): void {
  const wrong = sample.flaw
    ? (sample.strength !== "weak" && !isCaught({ sample, found })) ||
      found.pages?.some(({ page }) => page !== sample.flawedPage)
    : found.fault || found.pages?.length;
  if (wrong) console.log(`  ${sample.name}: ${sample.about}: ${found.fault ?? JSON.stringify(found.pages)}`);
}

function isCaught({ sample, found }: Outcome): boolean {
  return toFlaws(found, sample.flawedPage).length > 0;
}

function toFlaws({ pages = [] }: Inspection, number: number | undefined): readonly string[] {
  return pages.find(({ page }) => page === number)?.flaws ?? [];
}

function toShare(part: number, all: number): string {
  return `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`;
}
