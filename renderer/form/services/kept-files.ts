import { keptFilesDatabase } from "#renderer/session/storage.ts";
import type { KeptFile, KeptFiles } from "#widgets/widget.ts";

const databaseName = keptFilesDatabase;
const storeName = "files";

/**
 * Chosen files in IndexedDB, so that a reload or a closed tab does not cost the candidate the choice again.
 * `scope` keeps candidates and submissions apart. Where the browser refuses storage every call rejects and the file lives in memory only.
 */
export function openKeptFiles(scope: string): KeptFiles {
  const toKey = (key: string) => `${scope}\u0000${key}`;
  return {
    get: (key) => run<KeptFile | undefined>("readonly", (store) => store.get(toKey(key))),
    put: async (key, kept) => {
      await run("readwrite", (store) => store.put(kept, toKey(key)));
    },
    remove: async (key) => {
      await run("readwrite", (store) => store.delete(toKey(key)));
    },
    clear: async () => {
      await run("readwrite", (store) => store.delete(IDBKeyRange.bound(toKey(""), `${scope}\u0001`, false, true)));
    },
  };
}

/** Opens anew each time: iOS closes idle databases behind the page's back. */
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
