/*
 * Makes samples of a lot and looks into them, one after another as their numbers are sent. A process of its own.
 */
import { readFile } from "node:fs/promises";
import { listSamples, type Sample } from "../../sample-documents/corpus.ts";
import { keepSample } from "../../sample-documents/kept.ts";
import { pagesPerPart, type Inspection } from "#server/files/detection/inspection.ts";
import { inspectPdf } from "#server/files/detection/inspect-pdf.ts";
import { inspectImage } from "#server/files/detection/inspect-image.ts";

export interface LotOfPapers {
  readonly seed: number;
  readonly each: number;
  readonly good: number;
}
export interface JudgedPaper {
  readonly index: number;
  readonly found: Inspection;
}

const { seed, ...counts } = JSON.parse(process.argv[2] ?? "") as LotOfPapers;
const samples = listSamples(seed, counts);

process.on("message", async (index: number) => {
  const sample = samples[index]!;
  const found = await judge(await keepSample(seed, sample), sample.contentType);
  process.send?.({ index, found } satisfies JudgedPaper);
});

/** In this thread and without its limit on time: what is judged must not depend on how busy the machine is. */
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
