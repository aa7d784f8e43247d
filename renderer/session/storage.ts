/** Reads and writes of browser storage that never throw: a refusal (private mode, no room) is logged and reads as absent: the wallet works without storage. */
export interface JsonStorage {
  read<T>(key: string): T | null;
  write(key: string, value: unknown): boolean;
  remove(key: string): boolean;
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
  return {
    read: <T>(key: string) =>
      guard<T | null>("read", null, (storage) => JSON.parse(storage.getItem(key) ?? "null") as T | null),
    write: (key, value) => guard("write", false, (storage) => (storage.setItem(key, JSON.stringify(value)), true)),
    remove: (key) => guard("remove", false, (storage) => (storage.removeItem(key), true)),
  };
}

/** Kept for the browser. */
export const localJson = toJsonStorage(() => window.localStorage);
/** Kept for the tab. */
export const sessionJson = toJsonStorage(() => window.sessionStorage);
