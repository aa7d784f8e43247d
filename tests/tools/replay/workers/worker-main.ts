/* A worker process. A process has one headless page, and a server has one clock. */
import type { Fixture } from "../contracts.ts";
import { setReferenceCache, referenceCacheFolder } from "../reference-cache.ts";
import { setGeneratedFilesFolder, generatedFilesFolder } from "../generated-files.ts";
import { LocalWorker } from "./local-worker.ts";
import type { WorkerOptions, PlayedFixture } from "./fixture-worker.ts";

/** A request to a worker. */
export type WorkerRequest = { readonly begin: WorkerOptions } | { readonly play: Fixture } | { readonly close: true };
/** Its response: printed lines and the played fixture. */
export type WorkerResponse = {
  readonly printed: readonly string[];
  readonly played?: PlayedFixture;
  readonly failed?: string;
};

setGeneratedFilesFolder(generatedFilesFolder);
setReferenceCache(referenceCacheFolder);
let worker: LocalWorker | undefined;
let printed: string[] = [];

process.on("message", (request: WorkerRequest) => void answer(request));

async function answer(request: WorkerRequest): Promise<void> {
  try {
    const played = await act(request);
    send({ printed: printed.splice(0), ...(played && { played }) });
  } catch (error) {
    send({ printed: printed.splice(0), failed: error instanceof Error ? error.message : String(error) });
  }
}

async function act(request: WorkerRequest): Promise<PlayedFixture | undefined> {
  if ("begin" in request) {
    worker ??= new LocalWorker(request.begin, (line) => printed.push(line));
    await worker.loadDefinitions();
  } else if ("play" in request) return worker?.play(request.play);
  else await worker?.close();
  return undefined;
}

const send = (response: WorkerResponse): void => void process.send?.(response);
