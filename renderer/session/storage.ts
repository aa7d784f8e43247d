import { getPageApp } from "./page-app.ts";

/** Apps of one origin share the browser's storage: each has its own keys, and those of the app at `/` are plain. */
function readPrefix(): string {
  const { app } = getPageApp();
  return app === undefined ? "" : `app/${app}/`;
}

/**
 * Access to browser storage that never throws. A failure (private mode, quota) is logged and reads as absent: the
 * wallet works without storage.
 */
export interface JsonStorage {
  read<T>(key: string): T | null;
  /** Reads an object; {} if the value is absent or not an object. */
  readObject<T extends object>(key: string): Partial<T>;
  write(key: string, value: unknown): boolean;
  remove(key: string): boolean;
  /** Removes all keys except those for which `stays` returns true. */
  clear(stays?: (key: string) => boolean): boolean;
}

function toJsonStorage(open: () => Storage): JsonStorage {
  const guard = <T>(what: string, otherwise: T, act: (storage: Storage) => T): T => {
    try {
      return act(open());
    } catch (error) {
      console.error(`Browser storage: ${what} failed`, error);
      return otherwise;
    }
  };
  const read = <T>(key: string) =>
    guard<T | null>("read", null, (storage) => JSON.parse(storage.getItem(readPrefix() + key) ?? "null") as T | null);
  return {
    read,
    readObject: <T extends object>(key: string) => {
      const value = read<Partial<T>>(key);
      return value && typeof value === "object" && !Array.isArray(value) ? value : {};
    },
    write: (key, value) =>
      guard("write", false, (storage) => (storage.setItem(readPrefix() + key, JSON.stringify(value)), true)),
    remove: (key) => guard("remove", false, (storage) => (storage.removeItem(readPrefix() + key), true)),
    clear: (stays = () => false) =>
      guard("clear", false, (storage) => {
        const prefix = readPrefix();
        const isOwn = (key: string): boolean => (prefix ? key.startsWith(prefix) : !key.startsWith("app/"));
        for (const key of Object.keys(storage))
          if (isOwn(key) && !stays(key.slice(prefix.length))) storage.removeItem(key);
        return true;
      }),
  };
}

/** Storage of the browser, shared by all tabs. */
export const localJson = toJsonStorage(() => window.localStorage);
/** Storage of the tab. */
export const sessionJson = toJsonStorage(() => window.sessionStorage);

/**
 * Database of files that were chosen and not uploaded yet. The stored name is that of earlier builds, whose files stay
 * usable.
 */
export const pendingFilesDatabase = "kept-files";

/** Deletes all pending files of this app. */
export function deletePendingFiles(): void {
  if (getPageApp().app !== undefined) return; // only the app at `/` stores files
  try {
    if ("indexedDB" in window) window.indexedDB.deleteDatabase(pendingFilesDatabase);
  } catch (error) {
    // Blocked storage has no files.
    console.error("Browser storage: chosen files could not be dropped", error);
  }
}
