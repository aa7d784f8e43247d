// Reads made papers (tests/papers) as the server does, and counts how many good ones would be warned of, and how many
// with another one's name, number, year or board are noticed. SEED=n for other samples, GOOD=n for other numbers of
// them; KEEP=1 writes what was read to tests/papers/readings.json, which the tests of the comparison stand on; TURNED=n
// reads as many turned papers too.
// Printed, never asserted.
import { readFile, writeFile } from "node:fs/promises";
import { listSamples, type Sample } from "../papers/corpus.ts";
import { countReadings } from "../papers/count-readings.ts";
import { keepSample } from "../papers/kept.ts";
import { toWritten, type ReadSample } from "../papers/written.ts";
import { drawPage } from "#server/files/detection/draw-page.ts";
import { inspectPicture } from "#server/files/detection/read-picture.ts";
import { toReadingOf } from "#server/files/detection/reading.ts";
import { findLie } from "#server/files/detection/read-later.ts";
import { readWords, stopReader } from "#server/files/detection/words.ts";

const seed = Number(process.env.SEED ?? 43);
const good = Number(process.env.GOOD ?? 92);
const turned = Number(process.env.TURNED ?? 0);

const begun = Date.now();
const samples: ReadSample[] = [];
for (const sample of listSamples(seed, { each: 0, good })) await add(sample, samples);
if (process.env.KEEP) await writeFile("tests/papers/readings.json", `${JSON.stringify(samples, null, 2)}\n`);
console.log(
  `${samples.length} good papers of seed ${seed}, ${((Date.now() - begun) / 1000 / samples.length).toFixed(1)} s each`,
);
tell(samples);
if (turned > 0) {
  const lying: ReadSample[] = [];
  for (const sample of listSamples(seed, { each: turned, good: 0 }))
    if ((sample.flaw === "sideways" || sample.flaw === "upside-down") && sample.strength === "strong")
      await add(sample, lying);
  console.log(`${lying.length} turned papers`);
  tell(lying);
}
await stopReader();
process.exit();

/** Pictures alone: other pages of a PDF are other papers. */
async function add(sample: Sample, to: ReadSample[]): Promise<void> {
  if (sample.contentType === "application/pdf") return;
  const path = await keepSample(seed, sample);
  const bytes = await readFile(path);
  const { pages = [] } = await inspectPicture(bytes, { path, contentType: sample.contentType, look: true });
  const lies = findLie(pages, 1);
  const read = await readWords(await drawPage(bytes, sample.contentType, { page: 1, ...(lies && { lies }) }));
  if (!read) return console.log(`  ${sample.name}: not read in time`);
  const { state, lines } = toReadingOf([read], true);
  if (state !== "read") console.log(`  ${sample.name}: ${sample.about}: ${state}`);
  to.push({ name: sample.name, about: sample.about, written: toWritten(sample.written), lines });
}

function tell(read: readonly ReadSample[]): void {
  const { kinds, alarmed } = countReadings(read);
  console.table(kinds);
  console.log(`${alarmed.length} of ${read.length} warned of`);
  for (const line of alarmed) console.log(`  ${line}`);
}
