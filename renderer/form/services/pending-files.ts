import { pendingFilesDatabase } from "#renderer/session/storage.ts";
import type { PendingFile, PendingFiles } from "#widgets/widget.ts";

const databaseName = pendingFilesDatabase;
const storeName = "files";

/**
 * Chosen files in IndexedDB, so that they survive a reload or a closed tab. `scope` separates candidates and
 * submissions. Every call rejects when the browser refuses storage.
 */
export function openPendingFiles(scope: string): PendingFiles {
  const toKey = (key: string) => `${scope}\u0000${key}`;
  return {
    get: (key) => run<PendingFile | undefined>("readonly", (store) => store.get(toKey(key))),
    put: async (key, file) => {
      await run("readwrite", (store) => store.put(file, toKey(key)));
    },
    remove: async (key) => {
      await run("readwrite", (store) => store.delete(toKey(key)));
    },
    clear: async () => {
      await run("readwrite", (store) => store.delete(IDBKeyRange.bound(toKey(""), `${scope}\u0001`, false, true)));
    },
  };
}

/** Opens the database for each call, because iOS closes idle databases. */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await toPromise(openDatabase());
  try {
    return (await toPromise(work(database.transaction(storeName, mode).objectStore(storeName)))) as T;
  } finally {
    database.close();
  }
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return request;
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}
