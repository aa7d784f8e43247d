import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import { builtPath } from "#server/root.ts";
import { lockDataDirectory, maxSocketPath } from "./lock.ts";

/** A thread that does not answer for this long is restarted. */
const silenceMs = 5000;
const tickMs = 1000;
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
  const state = { worker: undefined as Worker | undefined, lastPong: Date.now(), answering: false, closing: false };

  const start = async () => {
    rmSync(path.join(socketFolder, socketName), { force: true });
    const worker = new Worker(workerFile, {
      workerData: { folder: toFolder(dataDir), socketFile: path.join(socketFolder, socketName) },
    });
    await untilReady(worker);
    worker.on("message", () => (state.lastPong = Date.now()));
    worker.on("error", (error) => log.error({ reason: error.message }, "embedded database failed"));
    worker.once("exit", () => {
      state.answering = false;
      if (!state.closing) void restart();
    });
    state.worker = worker;
    state.lastPong = Date.now();
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
  let lastTick = Date.now();
  const watchdog = setInterval(() => {
    // When this thread was late itself, the other's answers wait unread: no verdict in this round.
    const isLate = Date.now() - lastTick > 2 * tickMs;
    lastTick = Date.now();
    if (!state.answering) return;
    if (isLate || Date.now() - state.lastPong <= silenceMs) return state.worker?.postMessage("ping");
    log.error({ silenceMs }, "embedded database does not answer; restarting it");
    state.answering = false;
    void state.worker?.terminate();
  }, tickMs).unref();

  return {
    socketFolder,
    isAnswering: () => state.answering,
    close: async () => {
      state.closing = true;
      clearInterval(watchdog);
      if (state.worker && state.answering) await stop(state.worker);
      rmSync(socketFolder, { recursive: true, force: true });
      await lock.release();
    },
  };
}

/** In the data directory where its path is short enough, else in the system's; readable to this user alone. */
function makeSocketFolder(dataDir: string): string {
  const inside = path.join(dataDir, "run");
  if (Buffer.byteLength(path.join(inside, socketName)) > maxSocketPath)
    return mkdtempSync(path.join(tmpdir(), "sanad-"));
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  return inside;
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", () => {
      worker.off("error", reject);
      resolve();
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The embedded database ended at start (exit code ${code}).`)));
  });
}

/** Lets the thread close its files; after five seconds it is ended anyway, which loses nothing that was acknowledged. */
async function stop(worker: Worker): Promise<void> {
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("close");
  const timer = setTimeout(() => void worker.terminate(), silenceMs);
  await exited;
  clearTimeout(timer);
}
