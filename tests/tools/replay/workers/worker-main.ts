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
  readonly said: readonly string[];
  readonly played?: PlayedFixture;
  readonly failed?: string;
};

setGeneratedFilesFolder(generatedFilesFolder);
setReferenceCache(referenceCacheFolder);
let player: LocalWorker | undefined;
let said: string[] = [];

process.on("message", (asked: WorkerRequest) => void answer(asked));

async function answer(asked: WorkerRequest): Promise<void> {
  try {
    const played = await act(asked);
    tell({ said: said.splice(0), ...(played && { played }) });
  } catch (error) {
    tell({ said: said.splice(0), failed: error instanceof Error ? error.message : String(error) });
  }
}

async function act(asked: WorkerRequest): Promise<PlayedFixture | undefined> {
  if ("begin" in asked) {
    player ??= new LocalWorker(asked.begin, (line) => said.push(line));
    await player.begin();
  } else if ("play" in asked) return player?.play(asked.play);
  else await player?.close();
  return undefined;
}

const tell = (answered: WorkerResponse): void => void process.send?.(answered);
