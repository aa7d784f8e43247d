import { toFlatData, toNestedData, withoutSensitive } from "#engine/core/form/data-tree.ts";
import type { FormModel } from "#engine/core/form/form-model.ts";
import { LocalDraftStore, type DraftStorage } from "./local-draft.ts";
import { DraftConflict, DraftRefused, type DraftServer, type StoredDraft } from "./draft-server.ts";

/** `submitted`: another tab or device submitted the draft while its form was open here. */
export type DraftState = "idle" | "dirty" | "saved" | "conflict" | "refused" | "submitted";

export interface DraftSetup {
  readonly model: FormModel;
  /** Begins with "draft:"; identifies transaction, verification and submission. */
  readonly key: string;
  readonly storage: DraftStorage;
  readonly server?: DraftServer;
  /** The session that owns the draft. Nothing is written after its end; `beforeEnd` writes what is left. */
  readonly session?: { isAlive(): boolean; beforeEnd(write: () => void): () => void };
  /** Why the server accepts no draft now: the draft is read and never sent. */
  readonly refusal?: string;
}

/** The mark of the open page among the unsent pointers, which begin with a slash. */
const pageKey = "page";
const localDelayMs = 250;
const serverDelayMs = 800;
const retryDelayMs = 10_000;
/** Milliseconds that a submission waits for a draft request in flight. */
const pauseWaitMs = 3000;

/** Drafts that are still being delivered after their form was closed, by storage key. */
const backgroundDrafts = new WeakMap<DraftStorage, Map<string, DraftSync>>();

/**
 * Keeps a draft in the browser at once and on the server when typing pauses. Sensitive fields are never kept. Two
 * devices merge field by field: unsent changes of this device win.
 *
 * After its form is closed, a draft goes on being delivered in the background. It stops when the form is opened again,
 * the server has another version, or the browser's copy is gone. It never overwrites a copy that another tab
 * wrote later.
 */
export class DraftSync {
  readonly #setup: DraftSetup;
  readonly #copy: LocalDraftStore;
  #version = 0;
  #unsent = new Set<string>();
  #page: string | undefined;
  #read: () => unknown = () => ({});
  #applyValues: (values: Record<string, unknown>) => void = () => undefined;
  #state: DraftState = "idle";
  #listeners = new Set<() => void>();
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setTimeout> | undefined;
  /** The request in flight. */
  #sending: Promise<unknown> | undefined;
  #isPaused = false;
  /** The form is closed; delivery continues in the background. */
  #isClosed = false;
  /** Background delivery is over: nothing is sent or written. */
  #isStopped = false;
  /** Counts discarded drafts, so that an answer to a discarded one is ignored. */
  #discarded = 0;
  /** The server's reason for the last refusal. */
  #refusal: string | undefined;

  constructor(setup: DraftSetup) {
    this.#setup = setup;
    this.#copy = new LocalDraftStore(setup.storage, setup.key);
  }

  /** Why the draft stays in the browser; undefined when the server accepts it. */
  get refused(): string | undefined {
    return this.#setup.refusal ?? (this.#state === "refused" ? this.#refusal : undefined);
  }
  /** The page of a form with pages that was open last. */
  get page(): string | undefined {
    return this.#page;
  }
  state = (): DraftState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #setState(state: DraftState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Loads the draft; undefined when there is none. Falls back to the browser's copy when the server does not answer.
   */
  async load(): Promise<Record<string, unknown> | undefined> {
    const { model, key, storage, server } = this.#setup;
    backgroundDrafts.get(storage)?.get(key)?.stopDelivering();
    backgroundDrafts.get(storage)?.delete(key);
    const local = this.#copy.read();
    const stored = server ? await server.get().catch((): undefined => undefined) : undefined;
    this.#version = stored?.version ?? local?.version ?? 0;
    this.#page = local?.unsent.includes(pageKey) ? local.page : (stored?.page ?? local?.page);
    if (!local) return stored && stored.version > 0 ? stored.data : undefined;
    const unsent = local.unsent.filter((pointer) => model.byPointer.has(pointer) || pointer === pageKey);
    if (!stored || stored.version === local.version) {
      this.#unsent = new Set(unsent);
      return local.data;
    }
    // The server's version is behind ours: the draft was submitted, and the local rest belongs to that submission.
    if (stored.version < local.version) {
      this.#copy.remove();
      this.#page = stored.page;
      return stored.version > 0 ? stored.data : undefined;
    }
    this.#unsent = new Set(unsent);
    const flat = toFlatData(model, stored.data);
    const mine = toFlatData(model, local.data);
    for (const pointer of unsent) if (pointer !== pageKey) flat[pointer] = mine[pointer];
    return toNestedData(model, flat);
  }

  /** Connects the form. `read` returns all values (nested); `applyValues` receives another device's values (flat). */
  connect(read: () => unknown, applyValues: (values: Record<string, unknown>) => void): () => void {
    this.#read = read;
    this.#applyValues = applyValues;
    this.#isClosed = false;
    this.#isStopped = false;
    const flush = () => this.flush();
    const retry = () => this.#scheduleSend(0);
    const unsubscribe = this.#setup.session?.beforeEnd(() => {
      if (this.#unsent.size > 0) this.#writeLocal();
    });
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", retry);
    if (this.#unsent.size > 0) this.#scheduleSend(serverDelayMs);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", retry);
      unsubscribe?.();
      this.flush();
      clearTimeout(this.#localTimer);
      clearTimeout(this.#serverTimer);
      this.#moveToBackground();
    };
  }

  /** Records a changed value. Changes after the draft was submitted go with the next submission only. */
  markChanged(pointer: string): void {
    if (this.#state === "submitted" || this.#setup.model.byPointer.get(pointer)?.field.sensitive) return;
    this.#addUnsent(pointer);
  }
  /** Records the page that is open, so that a reload or another device goes on there. */
  keepPage(page: string): void {
    if (this.#state === "submitted" || page === this.#page) return;
    this.#page = page;
    this.#addUnsent(pageKey);
  }
  #addUnsent(pointer: string): void {
    this.#unsent.add(pointer);
    this.#setState("dirty");
    this.#localTimer ??= setTimeout(() => this.#writeLocal(), localDelayMs);
    this.#scheduleSend(serverDelayMs);
  }

  /** Writes and sends at once, because the page is closing. */
  flush(): void {
    if (this.#isPaused || this.#unsent.size === 0) return;
    this.#writeLocal();
    void this.#send();
  }
  /**
   * Sends nothing while the form is submitted, so that no late draft outlives the submission. Resolves when the request
   * in flight ends, or after `pauseWaitMs`.
   */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#serverTimer);
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#sending, new Promise((resolve) => (timer = setTimeout(resolve, pauseWaitMs)))]);
    clearTimeout(timer);
  }
  resume(): void {
    this.#isPaused = false;
    if (this.#unsent.size > 0) this.#scheduleSend(serverDelayMs);
  }
  /**
   * Drops the draft after an accepted submission. The next change begins a new draft. The server drops its copy itself.
   */
  discard(): void {
    clearTimeout(this.#localTimer);
    clearTimeout(this.#serverTimer);
    this.#localTimer = undefined;
    this.#unsent.clear();
    this.#page = undefined;
    this.#version = 0;
    this.#discarded += 1;
    if (this.#canWriteCopy()) this.#copy.remove();
    this.#setState("idle");
  }

  /** Ends background delivery, because the form is open again. */
  stopDelivering(): void {
    if (this.#isClosed) this.#isStopped = true;
  }
  #moveToBackground(): void {
    this.#isClosed = true;
    if (this.#unsent.size === 0) return;
    const { storage, key } = this.#setup;
    const drafts = backgroundDrafts.get(storage) ?? new Map<string, DraftSync>();
    backgroundDrafts.set(storage, drafts.set(key, this));
  }
  /** Returns whether this instance may write or remove the browser's copy. */
  #canWriteCopy(): boolean {
    return !this.#isClosed || this.#copy.isUnchanged();
  }

  /** Everything that a draft keeps, by pointer, to compare it. */
  #flat = (): Record<string, unknown> => ({
    ...toFlatData(this.#setup.model, this.#data()),
    [pageKey]: this.#page,
  });
  #data(): Record<string, unknown> {
    return withoutSensitive(this.#setup.model, this.#read());
  }
  #isAlive(): boolean {
    return this.#setup.session?.isAlive() ?? true;
  }
  #writeLocal(): void {
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    if (!this.#isAlive() || this.#isStopped || this.#state === "submitted" || !this.#canWriteCopy()) return;
    const written = this.#copy.write({
      version: this.#version,
      data: this.#data(),
      unsent: [...this.#unsent],
      ...(this.#page !== undefined && { page: this.#page }),
    });
    if (written && !this.#activeServer()) this.#setState("saved");
  }
  /** The server, unless it accepts no draft now. */
  #activeServer(): DraftServer | undefined {
    return this.#setup.refusal === undefined ? this.#setup.server : undefined;
  }
  #scheduleSend(delayMs: number): void {
    if (!this.#activeServer() || this.#isPaused || this.#isStopped) return;
    clearTimeout(this.#serverTimer);
    this.#serverTimer = setTimeout(() => void this.#send(), delayMs);
  }

  async #send(): Promise<void> {
    const server = this.#activeServer();
    const isOver = this.#isStopped || this.#state === "refused" || this.#state === "submitted";
    if (!server || this.#sending || this.#unsent.size === 0 || isOver || !this.#isAlive()) return;
    if (this.#isClosed && this.#copy.isRemoved()) return this.stopDelivering(); // another tab submitted it
    const draft = this.#discarded;
    const sent = new Set(this.#unsent);
    const before = this.#flat();
    const sending = server.put(this.#version, this.#data(), this.#page).catch((error: unknown) => ({ error }));
    this.#sending = sending;
    const answer = await sending;
    this.#sending = undefined;
    if (draft !== this.#discarded) this.#scheduleSend(serverDelayMs);
    else if ("error" in answer) this.#failed(answer.error);
    else this.#delivered(answer.version, sent, before);
  }

  /** Removes delivered fields from the unsent ones, except fields that changed meanwhile. */
  #delivered(version: number, sent: ReadonlySet<string>, before: Readonly<Record<string, unknown>>): void {
    this.#version = version;
    const now = this.#flat();
    for (const pointer of sent)
      if (JSON.stringify(now[pointer]) === JSON.stringify(before[pointer])) this.#unsent.delete(pointer);
    if (this.#isPaused) return;
    this.#writeLocal();
    if (this.#unsent.size > 0) this.#scheduleSend(serverDelayMs);
    else if (this.#state !== "conflict") this.#setState("saved");
  }

  /** Handles a conflict, a refusal or a lost connection. During a submission it does nothing: the result decides. */
  #failed(error: unknown): void {
    if (this.#isPaused) return;
    if (error instanceof DraftConflict) this.#handleConflict(error.current);
    else if (error instanceof DraftRefused) this.#handleRefusal(error.message);
    else this.#scheduleSend(retryDelayMs); // the browser's copy stays until the connection is back
  }

  /** A closed form merges nothing: the next opening does. A version behind ours means that the draft was submitted. */
  #handleConflict(current: StoredDraft): void {
    if (this.#isClosed) this.stopDelivering();
    else if (current.version < this.#version) this.#setState("submitted");
    else this.#merge(current);
  }

  /** Keeps a refused draft in the browser. It is sent again only after the next change. */
  #handleRefusal(reason: string): void {
    this.#writeLocal();
    this.#refusal = reason;
    this.#setState("refused");
  }

  /**
   * Applies another device's values to fields without unsent changes, then sends the result. Stays silent when no value
   * differs, as after a reload that missed the last answer.
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
      this.#applyValues(changes);
      this.#setState("conflict");
    }
    this.#writeLocal();
    this.#scheduleSend(0);
  }
}
