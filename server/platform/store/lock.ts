import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../ids.ts";

/** Another process uses the data directory; the message names it. */
export class DataDirectoryInUse extends Error {}

export interface Lock {
  release(): Promise<void>;
}

/** The smallest limit of all kernels for the path of a Unix socket, without its terminating byte, in bytes. */
export const maxSocketPath = 103;
/** A holder that accepts a connection but sends nothing for this long is blocked; it keeps the lock. */
const maxWaitMs = 3000;
const retryMs = 50;
/** Prefix of the answer of a process that does not hold the lock yet. */
const wantsPrefix = "wants: ";

/**
 * Locks the data directory for this process until it ends or calls `release`. Two servers on one embedded database
 * would lose each other's rows without an error. Each process listens on a separate socket in the folder, then
 * looks for other sockets. Sockets in the folder also work across containers that share the volume, and the kernel
 * closes them even after kill -9. Throws DataDirectoryInUse.
 */
export async function lockDataDirectory(folder: string): Promise<Lock> {
  const sockets = path.join(folder, "lock");
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const shortPath = toShortPath(sockets);
  const own = newId();
  const about = `process ${process.pid}, started ${new Date().toISOString()}`;
  let isHeld = false;
  const server = net.createServer((socket) =>
    socket.on("error", ignoreReset).end(isHeld ? about : wantsPrefix + about),
  );
  const release = () => {
    rmSync(path.join(sockets, own), { force: true });
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    await listen(server, shortPath.folder, own);
    const holder = (await findHolder(shortPath.folder, own)) ?? (await findLegacyHolder(folder));
    if (holder !== undefined) throw toInUse(folder, holder);
    isHeld = true;
    return { release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    shortPath.remove();
  }
}

function toInUse(folder: string, holder: string): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `The data directory ${folder} is in use by ${holder || "another process"}. Stop that server first, or set DATA_DIR to another folder.`,
  );
}

/**
 * The folder under a path that leaves room for socket names: the kernel would cut a longer path. `remove` removes the
 * link.
 */
function toShortPath(folder: string): { folder: string; remove(): void } {
  if (Buffer.byteLength(path.join(folder, `.${newId()}`)) <= maxSocketPath) return { folder, remove: () => undefined };
  const temporary = mkdtempSync(path.join(tmpdir(), "sanad-"));
  const link = path.join(temporary, "lock");
  symlinkSync(realpathSync(folder), link);
  return { folder: link, remove: () => rmSync(temporary, { recursive: true, force: true }) };
}

/** The asking process may hang up early; it only loses the answer. */
function ignoreReset(error: Error): void {
  process.emitWarning(`A process asked for the lock of the data directory and hung up: ${error.message}`);
}

/** Binds a hidden name first and renames it: a socket that does not listen yet would look like a dead one. */
async function listen(server: net.Server, folder: string, name: string): Promise<void> {
  const hidden = path.join(folder, `.${name}`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(hidden, () => {
      server.off("error", reject);
      server.unref();
      resolve();
    });
  });
  renameSync(hidden, path.join(folder, name));
}

/**
 * Returns the holder, or another candidate with priority. Of two candidates at least one finds the other, because each
 * looks only after it can be found. The later name backs off, and the other waits until it has. Sockets of dead
 * processes are removed; names are never reused.
 */
async function findHolder(folder: string, own: string): Promise<string | undefined> {
  for (const name of readdirSync(folder)) {
    if (name === own || name.startsWith(".")) continue;
    const address = path.join(folder, name);
    const until = Date.now() + maxWaitMs;
    for (let answer = await askHolder(address); answer !== undefined; answer = await askHolder(address)) {
      const givesWay = answer === "" || (answer.startsWith(wantsPrefix) && name > own);
      if (!givesWay || Date.now() > until) return answer.replace(wantsPrefix, "");
      await sleep(retryMs);
    }
    rmSync(address, { force: true });
  }
  return undefined;
}

/** Older releases hold the directory by an abstract socket of Linux, named by the hash of its path. */
async function findLegacyHolder(folder: string): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  return askHolder(`\0sanad-${name}`);
}

/** The answer at a socket: empty when the process is blocked or ends meanwhile, undefined when none listens. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(address);
    socket.setTimeout(maxWaitMs, () => socket.destroy());
    socket.on("data", (part) => (answer += part.toString("utf8")));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(isUnbound(error) ? undefined : ""));
    socket.on("close", () => resolve(answer));
  });
}

function isUnbound({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNREFUSED" || code === "ENOENT";
}
