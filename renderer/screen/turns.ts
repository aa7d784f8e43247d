/** One press that waits or runs. */
interface Turn {
  key: string;
  done: Promise<void>;
  start(): void;
}

/**
 * What is pressed while something runs waits its turn: nothing is dropped, and nothing runs into something else. The same
 * press again joins the one that waits or runs. Tells when the presses under way are others.
 */
export class Turns {
  readonly #waiting: Turn[] = [];
  readonly #running = new Map<string, Promise<void>>();
  readonly #changed: (keys: readonly string[]) => void;

  constructor(changed: (keys: readonly string[]) => void) {
    this.#changed = changed;
  }

  /** Runs it now when nothing else runs, else after what was pressed before. `run` must not reject. */
  take(key: string, run: () => Promise<void>): Promise<void> {
    const same = this.#running.get(key) ?? this.#waiting.find((turn) => turn.key === key)?.done;
    if (same) return same;
    if (this.#running.size === 0) return this.#run(key, run);
    let start = () => undefined as void;
    const done = new Promise<void>((resolve) => {
      start = () => void this.#run(key, run).then(resolve);
    });
    this.#waiting.push({ key, done, start });
    this.#tell();
    return done;
  }

  /** Something that runs needs this one done: it goes first. */
  hasten(isMeant: (key: string) => boolean): void {
    const at = this.#waiting.findIndex(({ key }) => isMeant(key));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.start();
  }

  async #run(key: string, run: () => Promise<void>): Promise<void> {
    this.#running.set(key, Promise.resolve()); // what it begins at once may press too
    const running = run();
    this.#running.set(key, running);
    this.#tell();
    await running;
    this.#running.delete(key);
    if (this.#running.size === 0) this.#waiting.shift()?.start();
    this.#tell();
  }

  #tell(): void {
    this.#changed([...this.#running.keys(), ...this.#waiting.map(({ key }) => key)]);
  }
}
