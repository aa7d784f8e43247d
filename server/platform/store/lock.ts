import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";

/** Another process holds the data directory; the message names it. */
export class DataDirectoryInUse extends Error {}

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process alone, until it ends or calls `release`. The kernel frees the lock
 * even after kill -9: two servers on one embedded database would lose each other's rows without noticing.
 * Throws DataDirectoryInUse.
 */
export async function lockDataDirectory(folder: string): Promise<Lock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const address = lockAddress(folder);
  const about = `process ${process.pid}, started ${new Date().toISOString()}`;
  const server = net.createServer((socket) => socket.on("error", ignoreReset).end(about));
  if (await tryListen(server, address)) return toLock(server);
  const holder = await askHolder(address);
  if (holder === undefined && !isAbstract(address)) {
    // A socket file that nobody answers is what a killed process left.
    rmSync(address, { force: true });
    if (await tryListen(server, address)) return toLock(server);
  }
  throw new DataDirectoryInUse(
    `The data directory ${folder} is in use by ${holder ?? "another process"}. Stop that server first, or set DATA_DIR to another folder.`,
  );
}

/** Named by the real path, so that a symbolic link does not open the same directory twice. */
function lockAddress(folder: string): string {
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  return process.platform === "linux" ? `\0sanad-${name}` : path.join(folder, "lock.sock");
}

function isAbstract(address: string): boolean {
  return address.startsWith("\0");
}

/** The asking process may hang up early; its answer is all it lost. */
function ignoreReset(error: Error): void {
  process.emitWarning(`The data directory's lock was asked and not heard: ${error.message}`);
}

function tryListen(server: net.Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", onError);
    server.listen(address, () => {
      server.off("error", onError);
      server.unref();
      resolve(true);
    });
  });
}

function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on("data", (part) => (answer += part.toString("utf8")));
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(answer || undefined));
  });
}

function toLock(server: net.Server): Lock {
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
