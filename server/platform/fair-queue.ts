/** Recent use counts half after this time, so that a person who was busy an hour ago is like any other. */
const halfLifeMs = 30_000;
/** People whose use is remembered. Use that has faded is forgotten first. */
const rememberedMax = 5000;
const fadedUse = 1;

interface Waiting<T> {
  item: T;
  /** Earlier items first between people of equal use. */
  order: number;
}

/**
 * Work that waits, in turns between people: the next item belongs to the person who used least in the last minutes. A
 * person is a candidate or a network address. One person's items keep their order.
 */
export class FairQueue<T> {
  readonly #max: number;
  readonly #waiting = new Map<string, Waiting<T>[]>();
  readonly #uses = new Map<string, { use: number; at: number }>();
  #size = 0;
  #order = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of people with waiting items. */
  get people(): number {
    return this.#waiting.size;
  }

  count(person: string): number {
    return this.#waiting.get(person)?.length ?? 0;
  }

  /**
   * Adds an item. A full queue loses the last item of the person with most items, or of most use among equals: that
   * item is returned, and it may be the new one. `continues` puts the rest of begun work before the person's other
   * items, also into a full queue.
   */
  push(person: string, item: T, { continues = false } = {}): T | undefined {
    const isFull = this.#size >= this.#max && !continues;
    const heaviest = isFull ? this.#findHeaviest() : undefined;
    if (isFull && (heaviest === undefined || !this.#isHeavier(heaviest, person))) return item;
    const displaced = heaviest === undefined ? undefined : this.#take(heaviest, -1);
    const own = this.#waiting.get(person) ?? [];
    const entry = { item, order: (this.#order += 1) };
    if (continues) own.unshift(entry);
    else own.push(entry);
    this.#waiting.set(person, own);
    this.#size += 1;
    return displaced;
  }

  /** Returns the next item of the people for whom `mayRun` is true. */
  shift(mayRun: (person: string) => boolean = () => true): { person: string; item: T } | undefined {
    let next: { person: string; use: number; order: number } | undefined;
    for (const [person, [first]] of this.#waiting) {
      if (!mayRun(person)) continue;
      const [use, { order }] = [this.readUse(person), first!];
      if (!next || use < next.use || (use === next.use && order < next.order)) next = { person, use, order };
    }
    return next && { person: next.person, item: this.#take(next.person, 0)! };
  }

  /** Removes an item that waits no more. Returns whether it was still there. */
  remove(person: string, item: T): boolean {
    const at = this.#waiting.get(person)?.findIndex((one) => one.item === item) ?? -1;
    if (at >= 0) this.#take(person, at);
    return at >= 0;
  }

  /** Adds the milliseconds of work that a person used. */
  addUse(person: string, ms: number): void {
    const use = this.readUse(person) + ms;
    // Inserted again, so that the map is in the order of the last use.
    this.#uses.delete(person);
    this.#uses.set(person, { use, at: performance.now() });
    if (this.#uses.size > rememberedMax) this.#forget();
  }

  /** The milliseconds of work that a person used recently. */
  readUse(person: string): number {
    const known = this.#uses.get(person);
    const use = known ? known.use * 2 ** ((known.at - performance.now()) / halfLifeMs) : 0;
    return use < fadedUse ? 0 : use;
  }

  #findHeaviest(): string | undefined {
    let heaviest: string | undefined;
    for (const person of this.#waiting.keys())
      if (heaviest === undefined || this.#compare(person, heaviest) > 0) heaviest = person;
    return heaviest;
  }

  /** Returns whether a person would still have more in the queue than the other one with a further item. */
  #isHeavier(person: string, other: string): boolean {
    const more = this.count(person) - (this.count(other) + 1);
    return person !== other && (more > 0 || (more === 0 && this.readUse(person) > this.readUse(other)));
  }

  #compare(one: string, other: string): number {
    return this.count(one) - this.count(other) || this.readUse(one) - this.readUse(other);
  }

  #take(person: string, at: number): T | undefined {
    const own = this.#waiting.get(person)!;
    const [taken] = own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(person);
    this.#size -= 1;
    return taken?.item;
  }

  #forget(): void {
    for (const person of this.#uses.keys()) if (this.readUse(person) === 0) this.#uses.delete(person);
    // All are busy: the one whose last use is oldest goes.
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > rememberedMax && oldest !== undefined) this.#uses.delete(oldest);
  }
}
