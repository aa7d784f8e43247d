/* Generates and checks samples by their index, one after another, in its own process. */
import { readFile } from "node:fs/promises";
import { listSamples, type Sample } from "../../sample-documents/corpus.ts";
import { keepSample } from "../../sample-documents/keep-sample.ts";
import { pagesPerPart, type Inspection } from "#server/files/detection/inspection.ts";
import { inspectPdf } from "#server/files/detection/inspect-pdf.ts";
import { inspectImage } from "#server/files/detection/inspect-image.ts";

export interface SampleLot {
  readonly seed: number;
  readonly each: number;
  readonly good: number;
}
export interface JudgedDocument {
  readonly index: number;
  readonly found: Inspection;
}

const { seed, ...counts } = JSON.parse(process.argv[2] ?? "") as SampleLot;
const samples = listSamples(seed, counts);

process.on("message", async (index: number) => {
  const sample = samples[index]!;
  const found = await judge(await keepSample(seed, sample), sample.contentType);
  process.send?.({ index, found } satisfies JudgedDocument);
});

/** Runs in this thread without a time limit, so that results do not depend on load. */
async function judge(path: string, contentType: Sample["contentType"]): Promise<Inspection> {
  const request = { path, contentType, assessQuality: true };
  const bytes = await readFile(path);
  if (contentType !== "application/pdf") return inspectImage(bytes, request);
  const first = await inspectPdf(bytes, request);
  const pages = [...(first.pages ?? [])];
  for (let from = 1 + pagesPerPart; from <= (first.pageCount ?? 0); from += pagesPerPart)
    pages.push(...((await inspectPdf(bytes, { ...request, fromPage: from })).pages ?? []));
  return { ...first, pages };
}
