import { vi } from "vitest";
import { DraftSync } from "#renderer/form/draft/draft-sync.ts";
import { DraftConflict, type DraftServer, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { putAt } from "#engine/core/form/data-tree.ts";
import { degree, toModel } from "../../../support/sample-forms.ts";

const model = toModel(degree);
export const key = "draft:txn:bgv-degree:new";

/** Browser storage as one tab sees it. */
export const toStorage = () => ({
  read: <T>(name: string) => JSON.parse(localStorage.getItem(name) ?? "null") as T | null,
  write: (name: string, value: unknown) => (localStorage.setItem(name, JSON.stringify(value)), true),
  remove: (name: string) => (localStorage.removeItem(name), true),
});
const tab = toStorage();

/** A DraftSync connected to plain form data. */
export function openDraft(server?: DraftServer, isAlive?: () => boolean, refusal?: string, storage = tab) {
  const draftSync = new DraftSync({
    model,
    key,
    storage,
    ...(server ? { server } : {}),
    ...(isAlive ? { session: { isAlive, beforeEnd: () => () => undefined } } : {}),
    ...(refusal ? { refusal } : {}),
  });
  const data: Record<string, unknown> = {};
  const set = (pointer: string, value: unknown) => putAt(data, model.byPointer.get(pointer)?.steps ?? [], value);
  const type = (pointer: string, value: unknown) => {
    set(pointer, value);
    draftSync.markChanged(pointer);
  };
  const connect = () =>
    draftSync.connect(
      () => data,
      (values) => {
        for (const [pointer, value] of Object.entries(values)) set(pointer, value);
      },
    );
  return { draftSync, data, type, connect };
}

/** A server that stores one versioned draft. */
export function createServer(first: StoredDraft = { version: 0, data: {} }) {
  let stored = first;
  const put = vi.fn(async (version: number, data: Record<string, unknown>, page?: string) => {
    if (version !== stored.version) throw new DraftConflict(stored);
    stored = { version: version + 1, data, ...(page !== undefined && { page }) };
    return stored;
  });
  return {
    server: { get: async () => stored, put },
    put,
    /** Fails the next request as if offline. */
    loseConnection: () => put.mockRejectedValueOnce(new Error("offline")),
    submitElsewhere: () => {
      stored = { version: 0, data: {} };
    },
    saveElsewhere: (data: Record<string, unknown>) => {
      stored = { version: stored.version + 1, data };
    },
    read: () => stored,
  };
}

/** The browser's copy. */
export const readCopy = () =>
  JSON.parse(localStorage.getItem(key) ?? "null") as { data: object; unsent: string[] } | null;
