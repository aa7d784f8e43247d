import { vi } from "vitest";
import { DraftKeeper } from "#renderer/form/draft/draft-keeper.ts";
import { DraftConflict, type DraftServer, type StoredDraft } from "#renderer/form/draft/draft-server.ts";
import { putAt } from "#engine/form/data-tree.ts";
import { degree, toModel } from "../../../sample-forms.ts";

const model = toModel(degree);
export const key = "draft:txn:bgv-degree:new";

/** The browser's storage as one tab has it. */
export const toStorage = () => ({
  read: <T>(name: string) => JSON.parse(localStorage.getItem(name) ?? "null") as T | null,
  write: (name: string, value: unknown) => (localStorage.setItem(name, JSON.stringify(value)), true),
  remove: (name: string) => (localStorage.removeItem(name), true),
});
const tab = toStorage();

/** A keeper beside a form of plain data. */
export function open(server?: DraftServer, isAlive?: () => boolean, refused?: string, storage = tab) {
  const keeper = new DraftKeeper({
    model,
    key,
    storage,
    ...(server ? { server } : {}),
    ...(isAlive ? { session: { isAlive, beforeEnd: () => () => undefined } } : {}),
    ...(refused ? { refused } : {}),
  });
  const data: Record<string, unknown> = {};
  const set = (pointer: string, value: unknown) => putAt(data, model.byPointer.get(pointer)?.steps ?? [], value);
  const type = (pointer: string, value: unknown) => {
    set(pointer, value);
    keeper.change(pointer);
  };
  const connect = () =>
    keeper.connect(
      () => data,
      (values) => {
        for (const [pointer, value] of Object.entries(values)) set(pointer, value);
      },
    );
  return { keeper, data, type, connect };
}

/** A server that keeps one draft by its version. */
export function toServer(first: StoredDraft = { version: 0, data: {} }) {
  let stored = first;
  const put = vi.fn(async (version: number, data: Record<string, unknown>) => {
    if (version !== stored.version) throw new DraftConflict(stored);
    stored = { version: version + 1, data };
    return stored;
  });
  return {
    server: { get: async () => stored, put },
    put,
    /** The line is lost: what is sent does not arrive. */
    lose: () => put.mockRejectedValueOnce(new Error("offline")),
    spend: () => {
      stored = { version: 0, data: {} };
    },
    elsewhere: (data: Record<string, unknown>) => {
      stored = { version: stored.version + 1, data };
    },
    read: () => stored,
  };
}

/** What the browser has of it. */
export const readCopy = () =>
  JSON.parse(localStorage.getItem(key) ?? "null") as { data: object; unsent: string[] } | null;
