import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import { watchWork, type Begun, type WorkLimits } from "../threads.ts";
import { builtPath } from "#server/root.ts";
import { lockDataDirectory, maxSocketPath } from "./lock.ts";

/** A thread that does not answer is restarted: after so much work as no statement takes, or after so long. */
const silence = { processorMs: 5000, clockMs: 30_000 };
const askEveryMs = 1000;
const stopMs = 5000;
const socketName = ".s.PGSQL.5432";
/** Where the database lies in a data directory. */
const toFolder = (dataDir: string): string => path.join(dataDir, "postgres");

export interface EmbeddedDatabase {
  /** Folder of the Unix socket, as node-postgres wants it for `host`. */
  socketFolder: string;
  isAnswering(): boolean;
  close(): Promise<void>;
}

/** Whether a data directory has a database: one that is started where there is none is made. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(path.join(toFolder(dataDir), "PG_VERSION"));
}

/**
 * Starts PGlite on a worker thread in `dataDir`/postgres, behind the directory's lock and a watchdog.
 * Safe against the death of the process, not against power loss: PGlite never calls fsync.
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  workerFile = builtPath("server/platform/store/pglite.worker.js"),
): Promise<EmbeddedDatabase> {
  const lock = await lockDataDirectory(dataDir);
  // PGlite makes files that everybody may read: the folder around them is this user's alone.
  mkdirSync(toFolder(dataDir), { recursive: true, mode: 0o700 });
  const socketFolder = makeSocketFolder(dataDir);
  const state = { worker: undefined as Worker | undefined, answering: false, closing: false };

  const start = async () => {
    rmSync(path.join(socketFolder, socketName), { force: true });
    const worker = new Worker(workerFile, {
      workerData: { folder: toFolder(dataDir), socketFile: path.join(socketFolder, socketName) },
    });
    const begun = await untilReady(worker);
    worker.on("error", (error) => log.error({ reason: error.message }, "embedded database failed"));
    askOften(worker, begun, (limit) => {
      if (state.closing) return;
      log.error({ [limit]: silence[limit] }, "embedded database does not answer; restarting it");
      state.answering = false;
      void worker.terminate();
    });
    worker.once("exit", () => {
      state.answering = false;
      if (!state.closing) void restart();
    });
    state.worker = worker;
    state.answering = true;
  };
  const restart = async () => {
    while (!state.closing) {
      try {
        await start();
        return log.warn("embedded database restarted");
      } catch (error) {
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          "embedded database does not start; next try in 2 s",
        );
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  };
  try {
    await start();
  } catch (error) {
    await lock.release();
    throw error;
  }

  return {
    socketFolder,
    isAnswering: () => state.answering,
    close: async () => {
      state.closing = true;
      if (state.worker && state.answering) await stop(state.worker);
      rmSync(socketFolder, { recursive: true, force: true });
      await lock.release();
    },
  };
}

/** Asks a thread every second whether it hears, for as long as it lives; `silent` is told once what it has passed. */
function askOften(worker: Worker, begun: Begun, silent: (limit: keyof WorkLimits) => void): void {
  let heard: (() => void) | undefined;
  const hear = () => {
    heard?.();
    heard = undefined;
  };
  const timer = setInterval(() => {
    if (heard) return;
    heard = watchWork(() => begun, silence, silent);
    worker.postMessage("ping");
  }, askEveryMs).unref();
  worker.on("message", hear);
  worker.once("exit", () => {
    clearInterval(timer);
    hear();
  });
}

/** In the data directory where its path is short enough, else in the system's; readable to this user alone. */
function makeSocketFolder(dataDir: string): string {
  const inside = path.join(dataDir, "run");
  if (Buffer.byteLength(path.join(inside, socketName)) > maxSocketPath)
    return mkdtempSync(path.join(tmpdir(), "sanad-"));
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  return inside;
}

function untilReady(worker: Worker): Promise<Begun> {
  return new Promise((resolve, reject) => {
    worker.once("message", (begun: Begun) => {
      worker.off("error", reject);
      resolve(begun);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The embedded database ended at start (exit code ${code}).`)));
  });
}

/** Lets the thread close its files; after five seconds it is ended anyway, which loses nothing that was acknowledged. */
async function stop(worker: Worker): Promise<void> {
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("close");
  const timer = setTimeout(() => void worker.terminate(), stopMs);
  await exited;
  clearTimeout(timer);
}
