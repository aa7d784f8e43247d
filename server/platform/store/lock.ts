import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../ids.ts";

/** Another process holds the data directory; the message names it. */
export class DataDirectoryInUse extends Error {}

export interface Lock {
  release(): Promise<void>;
}

/** The least of the kernels' limits for the path of a Unix socket, less one for its end, in bytes. */
export const maxSocketPath = 103;
/** Who can be connected to and says nothing for so long stands still, and holds what it holds. */
const patienceMs = 3000;
const againMs = 50;
/** What one says before its name that does not hold the directory yet. */
const wants = "wants: ";

/**
 * Takes the data directory for this process alone, until it ends or calls `release`. Two servers on one embedded database
 * would lose each other's rows without noticing. Whoever wants it listens at a socket of its own in it, and then looks who
 * else does. A socket lies where the directory lies, so another container with the same volume meets it; and the kernel
 * ends it with its process, even after kill -9. Throws DataDirectoryInUse.
 */
export async function lockDataDirectory(folder: string): Promise<Lock> {
  const sockets = path.join(folder, "lock");
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const reach = toReach(sockets);
  const own = newId();
  const about = `process ${process.pid}, started ${new Date().toISOString()}`;
  let isHeld = false;
  const server = net.createServer((socket) => socket.on("error", ignoreReset).end(isHeld ? about : wants + about));
  const release = () => {
    rmSync(path.join(sockets, own), { force: true });
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    await listen(server, reach.folder, own);
    const holder = (await findHolder(reach.folder, own)) ?? (await findOlderHolder(folder));
    if (holder !== undefined) throw toInUse(folder, holder);
    isHeld = true;
    return { release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    reach.forget();
  }
}

function toInUse(folder: string, holder: string): DataDirectoryInUse {
  return new DataDirectoryInUse(
    `The data directory ${folder} is in use by ${holder || "another process"}. Stop that server first, or set DATA_DIR to another folder.`,
  );
}

/** The folder by a path that leaves room for the names of sockets, until it is forgotten: a longer one would be cut off. */
function toReach(folder: string): { folder: string; forget(): void } {
  if (Buffer.byteLength(path.join(folder, `.${newId()}`)) <= maxSocketPath) return { folder, forget: () => undefined };
  const beside = mkdtempSync(path.join(tmpdir(), "sanad-"));
  const link = path.join(beside, "lock");
  symlinkSync(realpathSync(folder), link);
  return { folder: link, forget: () => rmSync(beside, { recursive: true, force: true }) };
}

/** The asking process may hang up early; its answer is all it lost. */
function ignoreReset(error: Error): void {
  process.emitWarning(`The data directory's lock was asked and not heard: ${error.message}`);
}

/** It has its name only when it listens: until then it looks like one whose process has ended. */
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
 * → who holds it, or wants it too and goes before. Of two that want it at least one finds the other, since each looks when
 * it can be found: the one with the later name gives way, and the other waits for that. What the dead left is removed; no
 * name is used twice.
 */
async function findHolder(folder: string, own: string): Promise<string | undefined> {
  for (const name of readdirSync(folder)) {
    if (name === own || name.startsWith(".")) continue;
    const address = path.join(folder, name);
    const until = Date.now() + patienceMs;
    for (let said = await ask(address); said !== undefined; said = await ask(address)) {
      const givesWay = said === "" || (said.startsWith(wants) && name > own);
      if (!givesWay || Date.now() > until) return said.replace(wants, "");
      await sleep(againMs);
    }
    rmSync(address, { force: true });
  }
  return undefined;
}

/** Releases before this one hold the directory at an address of Linux's that is no file, named by its path. */
async function findOlderHolder(folder: string): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 32);
  return ask(`\0sanad-${name}`);
}

/** What is said at a socket: nothing by who stands still or ends meanwhile; undefined where nobody listens any more. */
function ask(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = "";
    const socket = net.connect(address);
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on("data", (part) => (said += part.toString("utf8")));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(isNobody(error) ? undefined : ""));
    socket.on("close", () => resolve(said));
  });
}

function isNobody({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNREFUSED" || code === "ENOENT";
}
