import type { JsonStorage } from "#renderer/session/storage.ts";

/** Storage for the browser's copy. */
export type DraftStorage = Pick<JsonStorage, "read" | "write" | "remove">;

/** The browser's copy: the whole draft, the server version it builds on, and pointers of unsent fields. */
export interface LocalDraft {
  readonly version: number;
  readonly data: Record<string, unknown>;
  readonly unsent: readonly string[];
  /** The open page of a form with pages. */
  readonly page?: string;
}

/** The browser's copy of a draft. All tabs share it, so it detects when another tab changed it. */
export class LocalDraftStore {
  readonly #storage: DraftStorage;
  readonly #key: string;
  /** The copy as this instance last read or wrote it, as JSON. */
  #known = "null";

  constructor(storage: DraftStorage, key: string) {
    this.#storage = storage;
    this.#key = key;
  }

  read(): LocalDraft | undefined {
    const local = this.#storage.read<LocalDraft>(this.#key);
    this.#known = JSON.stringify(local);
    return local ?? undefined;
  }
  /** Returns false when the browser refuses to store it. */
  write(local: LocalDraft): boolean {
    const written = this.#storage.write(this.#key, local);
    if (written) this.#known = JSON.stringify(local);
    return written;
  }
  remove(): void {
    this.#storage.remove(this.#key);
    this.#known = "null";
  }
  /** Returns whether no other tab has written or removed the copy since this instance last used it. */
  isUnchanged(): boolean {
    return JSON.stringify(this.#storage.read(this.#key)) === this.#known;
  }
  /** Returns whether another tab removed the copy. */
  isRemoved(): boolean {
    return this.#known !== "null" && this.#storage.read(this.#key) === null;
  }
}
