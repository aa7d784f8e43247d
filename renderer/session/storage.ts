/** Reads and writes of browser storage that never throw: a refusal (private mode, no room) is logged and reads as absent: the wallet works without storage. */
export interface JsonStorage {
  read<T>(key: string): T | null;
  /** An object that was written; what is no object (another app's value, half a write) reads as none. */
  readObject<T extends object>(key: string): Partial<T>;
  write(key: string, value: unknown): boolean;
  remove(key: string): boolean;
  /** Takes everything away but what `stays`. */
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
    guard<T | null>("read", null, (storage) => JSON.parse(storage.getItem(key) ?? "null") as T | null);
  return {
    read,
    readObject: <T extends object>(key: string) => {
      const value = read<Partial<T>>(key);
      return value && typeof value === "object" && !Array.isArray(value) ? value : {};
    },
    write: (key, value) => guard("write", false, (storage) => (storage.setItem(key, JSON.stringify(value)), true)),
    remove: (key) => guard("remove", false, (storage) => (storage.removeItem(key), true)),
    clear: (stays = () => false) =>
      guard("clear", false, (storage) => {
        for (const key of Object.keys(storage)) if (!stays(key)) storage.removeItem(key);
        return true;
      }),
  };
}

/** Kept for the browser. */
export const localJson = toJsonStorage(() => window.localStorage);
/** Kept for the tab. */
export const sessionJson = toJsonStorage(() => window.sessionStorage);

/** The database of chosen files; the end of a session drops it without knowing what lies in it. */
export const keptFilesDatabase = "kept-files";

/** Takes every chosen file away. */
export function dropKeptFiles(): void {
  try {
    if ("indexedDB" in window) window.indexedDB.deleteDatabase(keptFilesDatabase);
  } catch (error) {
    console.error("Browser storage: chosen files could not be dropped", error); // refused altogether: it kept none
  }
}
