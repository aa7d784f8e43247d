/*
 * Looks into papers of strangers on a thread of its own: headers first, then pixels. Says which thread it is, then answers
 * one message per request.
 */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { drawPage } from "./draw-page.ts";
import { findThread, giveWay, type Begun } from "#server/platform/threads.ts";
import type { InspectRequest, Inspection } from "./inspection.ts";
import { isPolyglot } from "./polyglots.ts";
import { inspectPdf } from "./read-pdf.ts";
import { inspectPicture } from "./read-picture.ts";

const port = parentPort;
if (!port) throw new Error("Papers are looked into on a worker thread.");

giveWay(10);
port.postMessage({ thread: findThread() } satisfies Begun);

port.on("message", async (request: InspectRequest) => {
  let inspection: Inspection;
  try {
    inspection = await inspectFile(await readFile(request.path), request);
  } catch {
    inspection = { fault: "unreadable" };
  }
  port.postMessage(inspection);
});

async function inspectFile(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  if (request.draw) return { picture: await drawPage(bytes, request.contentType, request.draw) };
  // A later part of a file that was found harmless.
  if (!request.from && isPolyglot(bytes, request.contentType)) return { fault: "polyglot" };
  return request.contentType === "application/pdf" ? inspectPdf(bytes, request) : inspectPicture(bytes, request);
}
