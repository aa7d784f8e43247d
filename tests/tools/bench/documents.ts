// Checks generated documents (tests/tools/sample-documents) and counts, for each flaw and strength, how many it
// detects, and how many good ones get a warning. Then measures times: one picture, ten pages, ten files at once, and
// other calls meanwhile. SEED=n, EACH=n and GOOD=n choose the samples, LIST=1 lists misses, FIGURES=1 skips the times.
// Thresholds were set on seeds 11 and 37. Prints figures and asserts nothing.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { listSamples, type Sample } from "../sample-documents/corpus.ts";
import { flaws, strengths } from "../sample-documents/flaws.ts";
import type { Inspection } from "#server/files/detection/inspection.ts";
import type { JudgedDocument, SampleLot } from "./parts/documents-judge.ts";
import { timeDocuments } from "./parts/documents-times.ts";

const tunedSeeds = [11, 37];
const seed = Number(process.env.SEED ?? 23);
const each = Number(process.env.EACH ?? 5);
const good = Number(process.env.GOOD ?? 80);

/** The expected finding of each flaw. Another finding is a warning, too, but the wrong one. */
const names: Record<(typeof flaws)[number], readonly string[]> = {
  motion: ["motion-blur", "blurred"],
  focus: ["blurred", "motion-blur"],
  "blurred-paper": ["blurred", "motion-blur"],
  "blurred-part": ["blurred", "motion-blur"],
  cut: ["cropped"],
  stain: ["stained"],
  glare: ["glare"],
  shadow: ["shadow", "stained"],
  "low-resolution": ["low-resolution", "blurred"],
  blank: ["blank"],
  sideways: ["sideways"],
  "upside-down": ["upside-down"],
};

interface Outcome {
  sample: Sample;
  found: Inspection;
}

const samples = listSamples(seed, { each, good });
const outcomes = await judgeAll();
console.log(
  `${samples.length} samples of seed ${seed}${tunedSeeds.includes(seed) ? ", on which limits were set" : ` (limits were set on seeds ${tunedSeeds.join(" and ")})`}`,
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
if (!process.env.FIGURES) await timeDocuments(seed, samples);
process.exit();

/** Keeps the order of the samples and prints misses at once. */
async function judgeAll(): Promise<Outcome[]> {
  const judged = new Map<Sample, Inspection>();
  let next = 0;
  await Promise.all(
    Array.from(
      { length: availableParallelism() },
      () =>
        new Promise<void>((done, fail) => {
          const lot: SampleLot = { seed, each, good };
          const child = fork(new URL("parts/documents-judge.ts", import.meta.url), [JSON.stringify(lot)]);
          const give = () => (next < samples.length ? child.send(next++) : child.disconnect());
          child.on("message", ({ index, found }: JudgedDocument) => {
            const sample = samples[index]!;
            judged.set(sample, found);
            if (process.env.LIST) tell({ sample, found });
            give();
          });
          child.on("exit", (code) => (code === 0 ? done() : fail(new Error("A sample could not be looked at."))));
          give();
        }),
    ),
  );
  return samples.map((sample) => ({ sample, found: judged.get(sample)! }));
}

/** Prints misses, wrong findings, and warnings about good files. */
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
