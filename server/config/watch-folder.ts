import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { namesSchemaFile } from "#engine/documents/names.ts";

const lookEveryMs = 300;

/**
 * Calls when a document was added, changed or removed since `seen` was taken, and looks again when the call has ended. It
 * looks at times and sizes: an editor that saves by renaming a file escapes the recursive watcher of Node 20 on Linux.
 */
export function watchFolder(folder: string, seen: string, changed: () => Promise<void>): { close(): void } {
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    const now = await signFolder(folder);
    const differs = now !== seen;
    seen = now;
    if (differs) await changed();
    busy = false;
  };
  void look();
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Path, time and size of every document as one text, without the names that are written from them, or why one cannot be looked at; never throws and never blocks. */
export async function signFolder(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, encoding: "utf8" }).catch(toReason);
  if (typeof files === "string") return files;
  const signs = files
    .filter((file) => file.endsWith(".json") && path.basename(file) !== namesSchemaFile)
    .map(async (file) => {
      const found = await stat(path.join(folder, file)).catch(toReason);
      return typeof found === "string" ? `${file} ${found}` : `${file} ${found.mtimeMs} ${found.size}`;
    });
  return (await Promise.all(signs)).join("\n");
}

const toReason = (error: unknown): string => String(error);
