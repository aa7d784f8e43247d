import { watch, type Dirent, type FSWatcher } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { namesSchemaFile } from "#engine/core/definitions/names.ts";

/** Polling interval. Some file systems (shared, remote) send no events. */
const pollEveryMs = 300;
/** Editors write a file in several steps; the check waits until they are over. */
const settleMs = 25;

/**
 * Calls `onChange` when a definition was added, changed or removed since the fingerprint `known`, and continues when
 * the call has ended. It compares times and sizes; events only trigger the check earlier. Each folder has its own
 * watcher: the recursive watcher of Node 20 on Linux misses editors that save by renaming.
 */
export function watchFolder(
  folder: string,
  known: string,
  onChange: () => Promise<void>,
  everyMs = pollEveryMs,
): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let settleTimer: NodeJS.Timeout | undefined;
  let busy = false;
  let closed = false;
  const checkSoon = () => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => void check(), settleMs);
  };
  const check = async () => {
    if (busy) return;
    busy = true;
    const { fingerprint, folders } = await readTree(folder);
    const isChanged = fingerprint !== known;
    known = fingerprint;
    if (!closed) updateWatchers(watchers, folders, checkSoon);
    if (isChanged) await onChange();
    busy = false;
  };
  void check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  const close = () => {
    closed = true;
    clearInterval(timer);
    clearTimeout(settleTimer);
    updateWatchers(watchers, [], checkSoon);
  };
  return { close };
}

/** Watches exactly these folders. Polling covers a folder that cannot be watched. */
function updateWatchers(watchers: Map<string, FSWatcher>, folders: readonly string[], checkSoon: () => void): void {
  const unwatch = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  for (const folder of watchers.keys()) if (!folders.includes(folder)) unwatch(folder);
  for (const folder of folders) {
    if (watchers.has(folder)) continue;
    try {
      const watcher = watch(folder, { persistent: false }, checkSoon);
      watchers.set(
        folder,
        watcher.on("error", () => unwatch(folder)),
      );
    } catch {
      continue; // gone meanwhile, or the system's limit of watchers is reached
    }
  }
}

/**
 * Path, time and size of every definition as one text, or the error. Ignores the generated names schema. Never throws
 * and never blocks.
 */
export async function fingerprintFolder(folder: string): Promise<string> {
  return (await readTree(folder)).fingerprint;
}

async function readTree(folder: string): Promise<{ fingerprint: string; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(toReason);
  if (typeof entries === "string") return { fingerprint: entries, folders: [] };
  const toPath = ({ parentPath, name }: Dirent) => path.join(parentPath, name);
  const fingerprints = entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json") && entry.name !== namesSchemaFile)
    .map(async (entry) => {
      const file = toPath(entry);
      const found = await stat(file).catch(toReason);
      return typeof found === "string" ? `${file} ${found}` : `${file} ${found.mtimeMs} ${found.size}`;
    });
  const folders = [folder, ...entries.filter((entry) => entry.isDirectory()).map(toPath)];
  return { fingerprint: (await Promise.all(fingerprints)).join("\n"), folders };
}

const toReason = (error: unknown): string => String(error);
