/*
 * The embedded database on a thread of its own: a long query or a full disk must not stop the HTTP thread.
 * Speaks PostgreSQL on a Unix socket; answers 'ping' so that the watchdog sees it alive.
 */
import type { Server, Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { findThread, type Begun } from "../threads.ts";

const { folder, socketFile } = workerData as { folder: string; socketFile: string };
const port = parentPort;
if (!port) throw new Error("The embedded database runs as a worker thread.");

const database = await PGlite.create({
  dataDir: folder,
  extensions: { pg_trgm },
  // Half the memory of the default; the working set of one machine fits.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
});
// The pool holds one connection; a second is let in only so that it can reconnect before the lost one is noticed.
const server = new PGLiteSocketServer({ db: database, path: socketFile, maxConnections: 2 });
await server.start();
gatherAnswers(server);

port.on("message", async (message: "ping" | "close") => {
  if (message === "ping") return port.postMessage("pong");
  await server.stop();
  await database.close();
  port.postMessage("closed");
  port.close();
});
port.postMessage({ thread: findThread() } satisfies Begun);

/** A query is answered in some five parts: they leave together, once all are there. Each alone would wake the HTTP thread. */
function gatherAnswers(from: PGLiteSocketServer): void {
  const { server: listening } = from as unknown as { server: Server };
  listening.on("connection", (socket: Socket) => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
    socket.write = (...part: unknown[]) => {
      if (socket.writableCorked === 0) {
        socket.cork();
        setImmediate(() => socket.uncork());
      }
      return write(...part);
    };
  });
}
