import { toFlatData, toNestedData, withoutSensitive } from "#engine/form/data-tree.ts";
import type { FormModel } from "#engine/form/form-model.ts";
import { DraftCopy, type DraftStorage } from "./draft-copy.ts";
import { DraftConflict, DraftRefused, type DraftServer, type StoredDraft } from "./draft-server.ts";
import { leaveDraft, takeOverDraft } from "./left-drafts.ts";

/** `spent`: it went into a submission elsewhere while its form stood here. */
export type DraftState = "idle" | "dirty" | "saved" | "conflict" | "refused" | "spent";

export interface DraftSetup {
  readonly model: FormModel;
  /** Begins with "draft:"; names candidate, transaction, verification and submission. */
  readonly key: string;
  readonly storage: DraftStorage;
  readonly server?: DraftServer;
  /** The session that the draft belongs to: after it nothing is written any more, just before it what is not written yet. */
  readonly session?: { isAlive(): boolean; beforeEnd(keep: () => void): () => void };
  /** Why the server takes no draft now: it is read, and nothing is sent. */
  readonly refused?: string;
}

const localDelayMs = 250;
const serverDelayMs = 800;
const retryDelayMs = 10_000;
/** So long a submission waits for an answer to the draft that was sent before it. */
const heldMs = 3000;

/**
 * Keeps what is typed: in the browser at once, on the server when typing rests. Values of sensitive fields never come
 * here; logout clears the browser's storage. Two devices merge field by field: what was typed here and not sent yet wins, the rest is the server's.
 *
 * A keeper whose form was left goes on trying to deliver what the server has not got, since nobody may come back to the
 * form on this device. It ends where the form is opened again, the server has another version, or the browser's copy is
 * gone, and never writes over another's copy: whoever came later knows better.
 */
export class DraftKeeper {
  readonly #setup: DraftSetup;
  readonly #copy: DraftCopy;
  #version = 0;
  #unsent = new Set<string>();
  #read: () => unknown = () => ({});
  #adopt: (values: Record<string, unknown>) => void = () => undefined;
  #state: DraftState = "idle";
  #listeners = new Set<() => void>();
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setTimeout> | undefined;
  /** Ends with the answer to what is on its way. */
  #sending: Promise<unknown> | undefined;
  #held = false;
  /** The form was left. */
  #left = false;
  /** It was left, and gave way to who came later: nothing is sent or written any more. */
  #ended = false;
  /** How many drafts were discarded: what is answered to one of those is answered to nobody. */
  #discarded = 0;
  /** What the server said when it refused the last one. */
  #refusal: string | undefined;

  constructor(setup: DraftSetup) {
    this.#setup = setup;
    this.#copy = new DraftCopy(setup.storage, setup.key);
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
    takeOverDraft(storage, key);
    const local = this.#copy.read();
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
      this.#copy.remove();
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
    this.#left = false;
    this.#ended = false;
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
      this.#leave();
    };
  }

  /** A value changed. What is typed after the draft was spent goes with the next submission alone. */
  change(pointer: string): void {
    if (this.#state === "spent" || this.#setup.model.byPointer.get(pointer)?.field.sensitive) return;
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
  /**
   * While the form is being submitted nothing is sent, so that a late draft does not outlive the submission. Ends when what was
   * on its way is there, or is waited for no longer.
   */
  async hold(): Promise<void> {
    this.#held = true;
    clearTimeout(this.#serverTimer);
    let patience: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#sending, new Promise((resolve) => (patience = setTimeout(resolve, heldMs)))]);
    clearTimeout(patience);
  }
  release(): void {
    this.#held = false;
    if (this.#unsent.size > 0) this.#plan(serverDelayMs);
  }
  /** The form was taken: nothing is left to keep, and what is typed from here on begins a draft anew. The server has dropped its own. */
  discard(): void {
    clearTimeout(this.#localTimer);
    clearTimeout(this.#serverTimer);
    this.#localTimer = undefined;
    this.#unsent.clear();
    this.#version = 0;
    this.#discarded += 1;
    if (this.#ownsCopy()) this.#copy.remove();
    this.#become("idle");
  }

  /** The form is opened again: if it was left here, what is left of it is delivered from there. */
  giveWay(): void {
    if (this.#left) this.#ended = true;
  }
  #leave(): void {
    this.#left = true;
    if (this.#unsent.size > 0) leaveDraft(this.#setup.storage, this.#setup.key, this);
  }
  /** Whether the browser's copy is this one's to write or take away. */
  #ownsCopy(): boolean {
    return !this.#left || this.#copy.isOwn();
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
    if (!this.#isAlive() || this.#ended || this.#state === "spent" || !this.#ownsCopy()) return;
    const written = this.#copy.write({ version: this.#version, data: this.#data(), unsent: [...this.#unsent] });
    if (written && !this.#receiver()) this.#become("saved");
  }
  /** The server, while it takes what is typed. */
  #receiver(): DraftServer | undefined {
    return this.#setup.refused === undefined ? this.#setup.server : undefined;
  }
  #plan(delayMs: number): void {
    if (!this.#receiver() || this.#held || this.#ended) return;
    clearTimeout(this.#serverTimer);
    this.#serverTimer = setTimeout(() => void this.#send(), delayMs);
  }

  async #send(): Promise<void> {
    const server = this.#receiver();
    const isOver = this.#ended || this.#state === "refused" || this.#state === "spent";
    if (!server || this.#sending || this.#unsent.size === 0 || isOver || !this.#isAlive()) return;
    if (this.#left && this.#copy.isGone()) return this.giveWay(); // submitted in another tab
    const draft = this.#discarded;
    const sent = new Set(this.#unsent);
    const before = toFlatData(this.#setup.model, this.#data());
    const sending = server.put(this.#version, this.#data()).catch((error: unknown) => ({ error }));
    this.#sending = sending;
    const answer = await sending;
    this.#sending = undefined;
    if (draft !== this.#discarded) this.#plan(serverDelayMs);
    else if ("error" in answer) this.#failed(answer.error);
    else this.#delivered(answer.version, sent, before);
  }

  /** The server has what was sent: all of it that has not become another meanwhile. */
  #delivered(version: number, sent: ReadonlySet<string>, before: Readonly<Record<string, unknown>>): void {
    this.#version = version;
    const now = toFlatData(this.#setup.model, this.#data());
    for (const pointer of sent)
      if (JSON.stringify(now[pointer]) === JSON.stringify(before[pointer])) this.#unsent.delete(pointer);
    if (this.#held) return;
    this.#keep();
    if (this.#unsent.size > 0) this.#plan(serverDelayMs);
    else if (this.#state !== "conflict") this.#become("saved");
  }

  /** Another version, a refusal, or a lost line. While a submission is on its way it waits: what comes of that decides. */
  #failed(error: unknown): void {
    if (this.#held) return;
    if (error instanceof DraftConflict) this.#meet(error.current);
    else if (error instanceof DraftRefused) this.#stop(error.message);
    else this.#plan(retryDelayMs); // the browser's copy stands until the line is back
  }

  /** A form that was left merges nothing: the next opening does. A version behind ours means that the draft was spent. */
  #meet(current: StoredDraft): void {
    if (this.#left) this.giveWay();
    else if (current.version < this.#version) this.#become("spent");
    else this.#merge(current);
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
