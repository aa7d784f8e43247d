/*
 * Inspects uploaded files on a worker thread: headers first, then pixels. Posts its thread id, then one message per
 * request.
 */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { drawPage } from "./draw-page.ts";
import { renderPage } from "./render-page.ts";
import { findThreadId, lowerThreadPriority, readCpuMs, type ThreadStarted } from "#server/platform/threads.ts";
import type { InspectedSlice, InspectRequest, Inspection } from "./inspection.ts";
import { isPolyglot } from "./polyglots.ts";
import { inspectPdf } from "./inspect-pdf.ts";
import { inspectImage } from "./inspect-image.ts";

const port = parentPort;
if (!port) throw new Error("Documents are inspected on a worker thread.");

lowerThreadPriority(10);
const threadId = findThreadId();
port.postMessage({ threadId } satisfies ThreadStarted);
/** CPU time, or elapsed time where the system does not report it. */
const readWorkMs = async (): Promise<number> => (await readCpuMs(threadId)) ?? performance.now();

port.on("message", async (request: InspectRequest) => {
  const before = await readWorkMs();
  let inspection: Inspection;
  try {
    inspection = await inspectFile(await readFile(request.path), request);
  } catch {
    inspection = { fault: "unreadable" };
  }
  const cpuMs = (await readWorkMs()) - before;
  const { fromPage } = request;
  port.postMessage({ inspection, cpuMs, ...(fromPage && { fromPage }) } satisfies InspectedSlice);
});

async function inspectFile(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  if (request.render) return { image: await renderPage(bytes, request.contentType, request.render) };
  if (request.draw) return drawPage(bytes, request.draw);
  // A later part belongs to a file that passed this check.
  if (!request.fromPage && isPolyglot(bytes, request.contentType)) return { fault: "polyglot" };
  return request.contentType === "application/pdf" ? inspectPdf(bytes, request) : inspectImage(bytes, request);
}
