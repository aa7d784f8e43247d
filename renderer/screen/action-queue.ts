/** An action that waits or runs. */
interface QueuedAction {
  key: string;
  done: Promise<void>;
  start(): void;
}

/**
 * Runs actions one after the other; none is dropped. An action with the key of one that waits or runs joins it
 * (coalesces). Reports the pending keys on each change.
 */
export class ActionQueue {
  readonly #waiting: QueuedAction[] = [];
  readonly #running = new Map<string, Promise<void>>();
  readonly #changed: (keys: readonly string[]) => void;

  constructor(changed: (keys: readonly string[]) => void) {
    this.#changed = changed;
  }

  /** Runs the action now if the queue is idle, else after the queued ones. `run` must not reject. */
  enqueue(key: string, run: () => Promise<void>): Promise<void> {
    const same = this.#running.get(key) ?? this.#waiting.find((action) => action.key === key)?.done;
    if (same) return same;
    if (this.#running.size === 0) return this.#run(key, run);
    let start = () => undefined as void;
    const done = new Promise<void>((resolve) => {
      start = () => void this.#run(key, run).then(resolve);
    });
    this.#waiting.push({ key, done, start });
    this.#notify();
    return done;
  }

  /** Starts the first waiting action that matches, because the running one depends on it. */
  runNext(matches: (key: string) => boolean): void {
    const at = this.#waiting.findIndex(({ key }) => matches(key));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.start();
  }

  async #run(key: string, run: () => Promise<void>): Promise<void> {
    this.#running.set(key, Promise.resolve()); // set first: `run` may enqueue synchronously
    const running = run();
    this.#running.set(key, running);
    this.#notify();
    await running;
    this.#running.delete(key);
    if (this.#running.size === 0) this.#waiting.shift()?.start();
    this.#notify();
  }

  #notify(): void {
    this.#changed([...this.#running.keys(), ...this.#waiting.map(({ key }) => key)]);
  }
}
