import type { JsonStorage } from "#renderer/session/storage.ts";

/** Where the browser keeps its copy. */
export type DraftStorage = Pick<JsonStorage, "read" | "write" | "remove">;

/** What the browser keeps: the whole draft, on which version it stands, and what the server has not got yet. */
export interface LocalDraft {
  readonly version: number;
  readonly data: Record<string, unknown>;
  readonly unsent: readonly string[];
}

/** The browser's copy of a draft. Every tab keeps it in the same place, so it knows whether what lies there is its own. */
export class DraftCopy {
  readonly #storage: DraftStorage;
  readonly #key: string;
  /** What was last read or written here, as text. */
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
  /** False where the browser refuses. */
  write(local: LocalDraft): boolean {
    const written = this.#storage.write(this.#key, local);
    if (written) this.#known = JSON.stringify(local);
    return written;
  }
  remove(): void {
    this.#storage.remove(this.#key);
    this.#known = "null";
  }
  /** Nobody else has written it, or taken it away, since it was read or written here. */
  isOwn(): boolean {
    return JSON.stringify(this.#storage.read(this.#key)) === this.#known;
  }
  /** It was there, and somebody else has taken it away. */
  isGone(): boolean {
    return this.#known !== "null" && this.#storage.read(this.#key) === null;
  }
}
