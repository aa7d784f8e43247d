import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { keepDurably } from "#server/platform/durably.ts";
import type { StoragePort } from "./storage.ts";

const pageSize = 500;

/**
 * A folder on this machine's disk (`DATA_DIR`/files), on the same volume as what arrives; readable by this user alone. Bytes
 * get a second name there, and are copied where the volume gives a file one name alone.
 */
export function createFolderStorage(folder: string, nameAlso: typeof link = link): StoragePort {
  const at = (id: string) => path.join(folder, id);
  return {
    put: async (id, { path: from }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await keepDurably(from, at(id), nameAlso);
    },
    findSize: async (id) => (await orNothing(stat(at(id))))?.size,
    open: async (id) => {
      const handle = await orNothing(open(at(id), "r"));
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { sizeBytes: size, bytes: createReadStream("", { fd: handle }) };
    },
    remove: (id) => rm(at(id), { force: true }),
    list: async function* () {
      const ids = (await orNothing(readdir(folder))) ?? [];
      for (let from = 0; from < ids.length; from += pageSize) {
        const page = ids.slice(from, from + pageSize).map(async (id) => {
          // Gone meanwhile: another server sweeps too.
          const found = await orNothing(stat(at(id)));
          // When it got its name here; its bytes may have come long before.
          return found ? [{ id, storedAt: found.ctime }] : [];
        });
        yield (await Promise.all(page)).flat();
      }
    },
  };
}

/** Undefined for what is not there. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
