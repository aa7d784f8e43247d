/** A draft as the server keeps it; version 0 is none. */
export interface StoredDraft {
  readonly version: number;
  readonly data: Record<string, unknown>;
}
/** The server side of drafts; absent for forms that belong to no transaction. `put` rejects with DraftConflict where another version stands, with DraftRefused where it is refused. */
export interface DraftServer {
  get(): Promise<StoredDraft>;
  put(version: number, data: Record<string, unknown>): Promise<StoredDraft>;
}
/** Somebody else saved meanwhile; `current` is what the server has. */
export class DraftConflict extends Error {
  readonly current: StoredDraft;
  constructor(current: StoredDraft) {
    super("The draft was changed elsewhere.");
    this.name = "DraftConflict";
    this.current = current;
  }
}

/** The server does not take it, and says why: the same again is refused again. */
export class DraftRefused extends Error {}
