import { watch, type Dirent, type FSWatcher } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { namesSchemaFile } from "#engine/documents/names.ts";

/** How often it is looked at, whatever the system tells: some file systems (shared, remote) tell nothing. */
const lookEveryMs = 300;
/** An editor writes a file in several strokes: it is looked at once they are over. */
const settledMs = 25;

/**
 * Calls when a document was added, changed or removed since `seen` was taken, and looks again when the call has ended. It
 * compares times and sizes; that the system tells of a change only makes it look sooner. Each folder is watched by itself:
 * an editor that saves by renaming a file escapes the recursive watcher of Node 20 on Linux.
 */
export function watchFolder(
  folder: string,
  seen: string,
  changed: () => Promise<void>,
  everyMs = lookEveryMs,
): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let told: NodeJS.Timeout | undefined;
  let busy = false;
  let closed = false;
  const tell = () => {
    clearTimeout(told);
    told = setTimeout(() => void look(), settledMs);
  };
  const look = async () => {
    if (busy) return;
    busy = true;
    const { sign, folders } = await readTree(folder);
    const differs = sign !== seen;
    seen = sign;
    if (!closed) follow(watchers, folders, tell);
    if (differs) await changed();
    busy = false;
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  const close = () => {
    closed = true;
    clearInterval(timer);
    clearTimeout(told);
    follow(watchers, [], tell);
  };
  return { close };
}

/** Watches these folders and no others; one that cannot be watched is left to the next look. */
function follow(watchers: Map<string, FSWatcher>, folders: readonly string[], tell: () => void): void {
  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  for (const folder of watchers.keys()) if (!folders.includes(folder)) forget(folder);
  for (const folder of folders) {
    if (watchers.has(folder)) continue;
    try {
      const watcher = watch(folder, { persistent: false }, tell);
      watchers.set(
        folder,
        watcher.on("error", () => forget(folder)),
      );
    } catch {
      continue; // gone meanwhile, or the system watches no more than it does
    }
  }
}
/** Path, time and size of every document as one text, without the names that are written from them, or why one cannot be looked at; never throws and never blocks. */
export async function signFolder(folder: string): Promise<string> {
  return (await readTree(folder)).sign;
}

async function readTree(folder: string): Promise<{ sign: string; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(toReason);
  if (typeof entries === "string") return { sign: entries, folders: [] };
  const toPath = ({ parentPath, name }: Dirent) => path.join(parentPath, name);
  const signs = entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json") && entry.name !== namesSchemaFile)
    .map(async (entry) => {
      const file = toPath(entry);
      const found = await stat(file).catch(toReason);
      return typeof found === "string" ? `${file} ${found}` : `${file} ${found.mtimeMs} ${found.size}`;
    });
  const folders = [folder, ...entries.filter((entry) => entry.isDirectory()).map(toPath)];
  return { sign: (await Promise.all(signs)).join("\n"), folders };
}

const toReason = (error: unknown): string => String(error);
