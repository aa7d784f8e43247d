import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { linkAndSync } from "#server/platform/atomic-files.ts";
import type { StoragePort } from "./storage.ts";

const pageSize = 500;

/**
 * A private folder on the local disk (`DATA_DIR`/files), on the same volume as incoming files. A file gets a hard link
 * there, or is copied on volumes without hard links.
 */
export function createFolderStorage(folder: string, createLink: typeof link = link): StoragePort {
  const at = (id: string) => path.join(folder, id);
  return {
    put: async (id, { path: from }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await linkAndSync(from, at(id), createLink);
    },
    findSize: async (id) => (await orUndefined(stat(at(id))))?.size,
    open: async (id) => {
      const handle = await orUndefined(open(at(id), "r"));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { sizeBytes: size, bytes: createReadStream("", { fd: handle }) };
    },
    remove: (id) => rm(at(id), { force: true }),
    list: async function* () {
      const ids = (await orUndefined(readdir(folder))) ?? [];
      for (let from = 0; from < ids.length; from += pageSize) {
        const page = ids.slice(from, from + pageSize).map(async (id) => {
          // Another server may have swept it meanwhile.
          const found = await orUndefined(stat(at(id)));
          // ctime is when it got its name here; the bytes may be older.
          return found ? [{ id, storedAt: found.ctime }] : [];
        });
        yield (await Promise.all(page)).flat();
      }
    },
  };
}

/** Undefined for ENOENT. */
async function orUndefined<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
