import { overloaded } from "#server/errors.ts";
import { FairQueue } from "#server/platform/fair-queue.ts";

/** Calls that run at once: more than twice the database's connections, so that none of them idles. */
const activeMax = 24;
/** After this time a call waits for an outside service and needs no place among the active ones. */
const activeMs = 1000;
/** Calls under way, those included that wait for an outside service. One person has half of them at most. */
const runningMax = 200;
const runningPerPerson = runningMax / 2;
/** Calls that wait for their turn, and the longest wait. */
const waitingMax = 200;
const waitMs = 4000;
/** The wait that a refused caller is asked for. */
const retrySeconds = 2;

interface WaitingCall {
  start(): void;
  refuse(): void;
}

/**
 * Lets calls start in turns between people. A call counts from `start`, when its body has arrived, until its answer is
 * ready.
 */
export class CallTurns {
  readonly #queue = new FairQueue<WaitingCall>(waitingMax);
  readonly #running = new Map<string, number>();
  #runningTotal = 0;
  #active = 0;

  get waiting(): number {
    return this.#queue.size;
  }

  get running(): number {
    return this.#runningTotal;
  }

  /** Returns whether a call of this person would be refused now: the queue is full, and its share of it too. */
  isFullFor(person: string): boolean {
    if (this.#queue.size < waitingMax) return false;
    return this.#queue.count(person) >= Math.max(1, Math.floor(waitingMax / this.#queue.people));
  }

  /**
   * Resolves when the call may start, with the function that ends it. Throws `unavailable` (503) when the queue is full
   * or no turn comes in four seconds.
   */
  start(person: string): Promise<() => void> {
    if (this.#hasPlace() && this.#isBelowShare(person)) return Promise.resolve(this.#begin(person));
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer);
        reject(overloaded("calls", retrySeconds));
      };
      const waiting: WaitingCall = {
        refuse,
        start: () => {
          clearTimeout(timer);
          resolve(this.#begin(person));
        },
      };
      const timer = setTimeout(() => this.#queue.remove(person, waiting) && refuse(), waitMs).unref();
      this.#queue.push(person, waiting)?.refuse();
    });
  }

  #hasPlace(): boolean {
    return this.#active < activeMax && this.#runningTotal < runningMax;
  }

  #isBelowShare = (person: string): boolean => (this.#running.get(person) ?? 0) < runningPerPerson;

  #begin(person: string): () => void {
    const startedAt = performance.now();
    this.#active += 1;
    this.#count(person, 1);
    this.#queue.addUse(person, 1);
    let isActive = true;
    const leave = () => {
      if (isActive) this.#active -= 1;
      isActive = false;
    };
    const timer = setTimeout(() => (leave(), this.#startNext()), activeMs).unref();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      leave();
      this.#count(person, -1);
      this.#queue.addUse(person, Math.min(performance.now() - startedAt, activeMs));
      this.#startNext();
    };
  }

  #count(person: string, change: 1 | -1): void {
    this.#runningTotal += change;
    const running = (this.#running.get(person) ?? 0) + change;
    if (running > 0) this.#running.set(person, running);
    else this.#running.delete(person);
  }

  #startNext(): void {
    while (this.#hasPlace()) {
      const next = this.#queue.shift(this.#isBelowShare);
      if (!next) return;
      next.item.start();
    }
  }
}
