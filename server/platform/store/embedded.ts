import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import { watchThread, type ThreadStarted, type WorkLimits } from "../threads.ts";
import { builtPath } from "#server/root.ts";
import { lockDataDirectory, maxSocketPath } from "./lock.ts";

/** The watchdog restarts a thread that does not answer after this much CPU time, or after this much time. */
const watchdogLimits = { cpuMs: 5000, elapsedMs: 30_000 };
const pingEveryMs = 1000;
const stopMs = 5000;
const socketName = ".s.PGSQL.5432";
/** The folder of the database in a data directory. */
const toDatabaseFolder = (dataDir: string): string => path.join(dataDir, "postgres");

export interface EmbeddedDatabase {
  /** Folder of the Unix socket, for the `host` of node-postgres. */
  socketFolder: string;
  isAnswering(): boolean;
  close(): Promise<void>;
}

/** Returns whether the data directory holds a database. Starting makes a missing one. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(path.join(toDatabaseFolder(dataDir), "PG_VERSION"));
}

/**
 * Starts PGlite on a worker thread in `dataDir`/postgres, behind the lock of the directory and a watchdog. Survives the
 * death of the process, not a power cut: PGlite never calls fsync.
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  workerFile = builtPath("server/platform/store/pglite.worker.js"),
): Promise<EmbeddedDatabase> {
  const lock = await lockDataDirectory(dataDir);
  // PGlite makes world-readable files, so the folder around them is private to this user.
  mkdirSync(toDatabaseFolder(dataDir), { recursive: true, mode: 0o700 });
  const socketFolder = makeSocketFolder(dataDir);
  const state = { worker: undefined as Worker | undefined, answering: false, closing: false };

  const start = async () => {
    rmSync(path.join(socketFolder, socketName), { force: true });
    const worker = new Worker(workerFile, {
      workerData: { folder: toDatabaseFolder(dataDir), socketFile: path.join(socketFolder, socketName) },
    });
    const started = await untilReady(worker);
    worker.on("error", (error) => log.error({ reason: error.message }, "embedded database failed"));
    watchThreadHealth(worker, started, (limit) => {
      if (state.closing) return;
      log.error({ [limit]: watchdogLimits[limit] }, "embedded database does not answer; restarting it");
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

/** Pings a thread every second for as long as it lives. Calls `onUnresponsive` once with the limit that it exceeded. */
function watchThreadHealth(
  worker: Worker,
  started: ThreadStarted,
  onUnresponsive: (limit: keyof WorkLimits) => void,
): void {
  let stopWatching: (() => void) | undefined;
  const onAnswer = () => {
    stopWatching?.();
    stopWatching = undefined;
  };
  const timer = setInterval(() => {
    if (stopWatching) return;
    stopWatching = watchThread(() => started, watchdogLimits, onUnresponsive);
    worker.postMessage("ping");
  }, pingEveryMs).unref();
  worker.on("message", onAnswer);
  worker.once("exit", () => {
    clearInterval(timer);
    onAnswer();
  });
}

/** In the data directory if the path is short enough, else in the system's temporary folder. Private to this user. */
function makeSocketFolder(dataDir: string): string {
  const inside = path.join(dataDir, "run");
  if (Buffer.byteLength(path.join(inside, socketName)) > maxSocketPath)
    return mkdtempSync(path.join(tmpdir(), "sanad-"));
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  return inside;
}

function untilReady(worker: Worker): Promise<ThreadStarted> {
  return new Promise((resolve, reject) => {
    worker.once("message", (started: ThreadStarted) => {
      worker.off("error", reject);
      resolve(started);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The embedded database ended at start (exit code ${code}).`)));
  });
}

/** Lets the thread close its files. Terminates it after five seconds, which loses nothing that was acknowledged. */
async function stop(worker: Worker): Promise<void> {
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("close");
  const timer = setTimeout(() => void worker.terminate(), stopMs);
  await exited;
  clearTimeout(timer);
}
