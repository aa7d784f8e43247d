import { toFlatData, toNestedData, withoutSensitive } from "#engine/form/data-tree.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import type { JsonStorage } from "#renderer/session/storage.ts";

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

/** What the browser keeps: the whole draft, on which version it stands, and what the server has not got yet. */
interface LocalDraft {
  readonly version: number;
  readonly data: Record<string, unknown>;
  readonly unsent: readonly string[];
}

export type DraftState = "idle" | "dirty" | "saved" | "conflict" | "refused";

export interface DraftSetup {
  readonly model: FormModel;
  /** Begins with "draft:"; names candidate, transaction, verification and submission. */
  readonly key: string;
  /** Where the browser keeps its copy. */
  readonly storage: Pick<JsonStorage, "read" | "write" | "remove">;
  readonly server?: DraftServer;
  /** The session that the draft belongs to: after it nothing is written any more, just before it what is not written yet. */
  readonly session?: { isAlive(): boolean; beforeEnd(keep: () => void): () => void };
  /** Why the server takes no draft now: it is read, and nothing is sent. */
  readonly refused?: string;
}

const localDelayMs = 250;
const serverDelayMs = 800;
const retryDelayMs = 10_000;

/**
 * Keeps what is typed: in the browser at once, on the server when typing rests. Values of sensitive fields never come
 * here; logout clears the browser's storage. Two devices merge field by field: what was typed here and not sent yet wins, the rest is the server's.
 */
export class DraftKeeper {
  readonly #setup: DraftSetup;
  #version = 0;
  #unsent = new Set<string>();
  #read: () => unknown = () => ({});
  #adopt: (values: Record<string, unknown>) => void = () => undefined;
  #state: DraftState = "idle";
  #listeners = new Set<() => void>();
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #held = false;
  /** What the server said when it refused the last one. */
  #refusal: string | undefined;

  constructor(setup: DraftSetup) {
    this.#setup = setup;
  }

  /** Why what is typed stays in the browser: the page knew, or the server has said it. Undefined when the server takes it. */
  get refused(): string | undefined {
    return this.#setup.refused ?? (this.#state === "refused" ? this.#refusal : undefined);
  }
  state = (): DraftState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #become(state: DraftState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** The draft to begin with, undefined when there is none. A server that does not answer leaves the browser's copy. */
  async load(): Promise<Record<string, unknown> | undefined> {
    const { model, key, storage, server } = this.#setup;
    const local = storage.read<LocalDraft>(key);
    const stored = server ? await server.get().catch((): undefined => undefined) : undefined;
    this.#version = stored?.version ?? local?.version ?? 0;
    if (!local) return stored && stored.version > 0 ? stored.data : undefined;
    const unsent = local.unsent.filter((pointer) => model.byPointer.has(pointer));
    if (!stored || stored.version === local.version) {
      this.#unsent = new Set(unsent);
      return local.data;
    }
    // A version behind ours means the draft was spent by a submission: what is left here belongs to it.
    if (stored.version < local.version) {
      storage.remove(key);
      return stored.version > 0 ? stored.data : undefined;
    }
    this.#unsent = new Set(unsent);
    const flat = toFlatData(model, stored.data);
    const mine = toFlatData(model, local.data);
    for (const pointer of unsent) flat[pointer] = mine[pointer];
    return toNestedData(model, flat);
  }

  /** Connects the form: `read` gives all its values (nested), `adopt` takes another device's values (flat). */
  connect(read: () => unknown, adopt: (values: Record<string, unknown>) => void): () => void {
    this.#read = read;
    this.#adopt = adopt;
    const flush = () => this.flush();
    const retry = () => this.#plan(0);
    const stopHearing = this.#setup.session?.beforeEnd(() => {
      if (this.#unsent.size > 0) this.#keep();
    });
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", retry);
    if (this.#unsent.size > 0) this.#plan(serverDelayMs);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", retry);
      stopHearing?.();
      this.flush();
      clearTimeout(this.#localTimer);
      clearTimeout(this.#serverTimer);
    };
  }

  /** A value changed. */
  change(pointer: string): void {
    if (this.#setup.model.byPointer.get(pointer)?.field.sensitive) return;
    this.#unsent.add(pointer);
    this.#become("dirty");
    this.#localTimer ??= setTimeout(() => this.#keep(), localDelayMs);
    this.#plan(serverDelayMs);
  }

  /** Writes what is not written yet, now: the page goes away. */
  flush(): void {
    if (this.#held || this.#unsent.size === 0) return;
    this.#keep();
    void this.#send();
  }
  /** While the form is being submitted nothing is sent, so that a late draft does not outlive the submission. */
  hold(): void {
    this.#held = true;
    clearTimeout(this.#serverTimer);
  }
  release(): void {
    this.#held = false;
    if (this.#unsent.size > 0) this.#plan(serverDelayMs);
  }
  /** The form was taken: nothing is left to keep. The server has dropped its own. */
  discard(): void {
    clearTimeout(this.#localTimer);
    clearTimeout(this.#serverTimer);
    this.#localTimer = undefined;
    this.#unsent.clear();
    this.#setup.storage.remove(this.#setup.key);
    this.#become("idle");
  }

  #data(): Record<string, unknown> {
    return withoutSensitive(this.#setup.model, this.#read());
  }
  #isAlive(): boolean {
    return this.#setup.session?.isAlive() ?? true;
  }
  #keep(): void {
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    if (!this.#isAlive()) return;
    const { key, storage } = this.#setup;
    const local: LocalDraft = { version: this.#version, data: this.#data(), unsent: [...this.#unsent] };
    if (storage.write(key, local) && !this.#receiver()) this.#become("saved");
  }
  /** The server, while it takes what is typed. */
  #receiver(): DraftServer | undefined {
    return this.#setup.refused === undefined ? this.#setup.server : undefined;
  }
  #plan(delayMs: number): void {
    if (!this.#receiver() || this.#held) return;
    clearTimeout(this.#serverTimer);
    this.#serverTimer = setTimeout(() => void this.#send(), delayMs);
  }

  async #send(): Promise<void> {
    const server = this.#receiver();
    if (!server || this.#sending || this.#unsent.size === 0 || this.#state === "refused" || !this.#isAlive()) return;
    this.#sending = true;
    const sent = new Set(this.#unsent);
    const before = toFlatData(this.#setup.model, this.#data());
    try {
      const { version } = await server.put(this.#version, this.#data());
      this.#version = version;
      const now = toFlatData(this.#setup.model, this.#data());
      for (const pointer of sent)
        if (JSON.stringify(now[pointer]) === JSON.stringify(before[pointer])) this.#unsent.delete(pointer);
      if (this.#held) return;
      this.#keep();
      if (this.#unsent.size > 0) this.#plan(serverDelayMs);
      else if (this.#state !== "conflict") this.#become("saved");
    } catch (error) {
      if (error instanceof DraftConflict) this.#merge(error.current);
      else if (error instanceof DraftRefused) this.#stop(error.message);
      else this.#plan(retryDelayMs); // the browser's copy stands until the line is back
    } finally {
      this.#sending = false;
    }
  }

  /** What was refused stays in the browser, and is not sent again before something of it changes. */
  #stop(reason: string): void {
    this.#keep();
    this.#refusal = reason;
    this.#become("refused");
  }

  /**
   * Takes another device's values where nothing was typed here, and sends the result. Where nothing is another's, as after
   * a reload that came before the answer to what was sent last, there is nothing to say.
   */
  #merge(current: StoredDraft): void {
    const { model } = this.#setup;
    this.#version = current.version;
    const theirs = toFlatData(model, current.data);
    const mine = toFlatData(model, this.#data());
    const changes: Record<string, unknown> = {};
    for (const { pointer, field } of model.fields) {
      if (this.#unsent.has(pointer) || field.sensitive || field.value !== undefined) continue;
      if (JSON.stringify(theirs[pointer]) !== JSON.stringify(mine[pointer])) changes[pointer] = theirs[pointer];
    }
    if (Object.keys(changes).length > 0) {
      this.#adopt(changes);
      this.#become("conflict");
    }
    this.#keep();
    this.#plan(0);
  }
}
