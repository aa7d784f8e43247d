// Reads generated documents (tests/tools/sample-documents) as the server does, and counts warnings about good ones and
// detections of another name, number, year or board. SEED=n and GOOD=n choose the samples; KEEP=1 writes the text to
// tests/tools/sample-documents/readings.json, which tests of the comparison use; TURNED=n adds rotated documents.
// Prints figures and asserts nothing.
import { readFile, writeFile } from "node:fs/promises";
import { listSamples, type Sample } from "../sample-documents/corpus.ts";
import { countReadings } from "../sample-documents/count-readings.ts";
import { keepSample } from "../sample-documents/keep-sample.ts";
import { toWritten, type ReadSample } from "../sample-documents/written.ts";
import { renderPage } from "#server/files/detection/render-page.ts";
import { inspectImage } from "#server/files/detection/inspect-image.ts";
import { joinOcrPages } from "#server/files/detection/document-text.ts";
import { findRotation } from "#server/files/detection/ocr-queue.ts";
import { recognizeText, stopOcr } from "#server/files/detection/ocr.ts";

const seed = Number(process.env.SEED ?? 43);
const good = Number(process.env.GOOD ?? 92);
const turned = Number(process.env.TURNED ?? 0);

const started = Date.now();
const samples: ReadSample[] = [];
for (const sample of listSamples(seed, { each: 0, good })) await add(sample, samples);
if (process.env.KEEP)
  await writeFile("tests/tools/sample-documents/readings.json", `${JSON.stringify(samples, null, 2)}\n`);
console.log(
  `${samples.length} good documents of seed ${seed}, ${((Date.now() - started) / 1000 / samples.length).toFixed(1)} s each`,
);
tell(samples);
if (turned > 0) {
  const rotated: ReadSample[] = [];
  for (const sample of listSamples(seed, { each: turned, good: 0 }))
    if ((sample.flaw === "sideways" || sample.flaw === "upside-down") && sample.strength === "strong")
      await add(sample, rotated);
  console.log(`${rotated.length} rotated documents`);
  tell(rotated);
}
await stopOcr();
process.exit();

/** Only pictures, because the other pages of a PDF are other documents. */
async function add(sample: Sample, to: ReadSample[]): Promise<void> {
  if (sample.contentType === "application/pdf") return;
  const path = await keepSample(seed, sample);
  const bytes = await readFile(path);
  const { pages = [] } = await inspectImage(bytes, { path, contentType: sample.contentType, assessQuality: true });
  const rotation = findRotation(pages, 1);
  const read = await recognizeText(
    await renderPage(bytes, sample.contentType, { page: 1, ...(rotation && { rotation }) }),
  );
  if (!read) return console.log(`  ${sample.name}: not read in time`);
  const { state, lines } = joinOcrPages([read], true);
  if (state !== "read") console.log(`  ${sample.name}: ${sample.about}: ${state}`);
  to.push({ name: sample.name, about: sample.about, written: toWritten(sample.written), lines });
}

function tell(read: readonly ReadSample[]): void {
  const { kinds, alarmed } = countReadings(read);
  console.table(kinds);
  console.log(`${alarmed.length} of ${read.length} warned of`);
  for (const line of alarmed) console.log(`  ${line}`);
}
