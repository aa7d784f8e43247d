/*
 * The embedded database on a separate thread: a long query or a full disk must not block the HTTP thread. Speaks the
 * PostgreSQL protocol on a Unix socket, and answers 'ping' for the watchdog.
 */
import type { Server, Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { findThreadId, type ThreadStarted } from "../threads.ts";

const { folder, socketFile } = workerData as { folder: string; socketFile: string };
const port = parentPort;
if (!port) throw new Error("The embedded database runs as a worker thread.");

const database = await PGlite.create({
  dataDir: folder,
  extensions: { pg_trgm },
  // Half of the default memory, enough for the working set of one machine.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
});
// The pool holds one connection. The second lets it reconnect before the lost one is noticed.
const server = new PGLiteSocketServer({ db: database, path: socketFile, maxConnections: 2 });
await server.start();
corkAnswers(server);

port.on("message", async (message: "ping" | "close") => {
  if (message === "ping") return port.postMessage("pong");
  await server.stop();
  await database.close();
  port.postMessage("closed");
  port.close();
});
port.postMessage({ threadId: findThreadId() } satisfies ThreadStarted);

/** Sends the parts of an answer, about five, in one write. Each write would wake the HTTP thread. */
function corkAnswers(from: PGLiteSocketServer): void {
  const { server: listener } = from as unknown as { server: Server };
  listener.on("connection", (socket: Socket) => {
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
