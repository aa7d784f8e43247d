/** A draft as the server stores it; version 0 means that there is none. */
export interface StoredDraft {
  readonly version: number;
  readonly data: Record<string, unknown>;
  /** The open page of a form with pages. */
  readonly page?: string;
}
/**
 * Drafts on the server. `put` rejects with DraftConflict when the server has another version, and with DraftRefused
 * when it accepts no draft.
 */
export interface DraftServer {
  get(): Promise<StoredDraft>;
  put(version: number, data: Record<string, unknown>, page?: string): Promise<StoredDraft>;
}
/** The server has another version; `current` is that version. */
export class DraftConflict extends Error {
  readonly current: StoredDraft;
  constructor(current: StoredDraft) {
    super("The draft was changed elsewhere.");
    this.name = "DraftConflict";
    this.current = current;
  }
}

/** The server refuses the draft; the message gives the reason. Sending the same draft again does not help. */
export class DraftRefused extends Error {}
