/**
 * A number of places with a share for each person: one person holds at most `perPerson`. When all places are full,
 * people below an equal share still get one.
 */
export class FairShares {
  readonly #places: number;
  readonly #perPerson: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor({ places, perPerson }: { places: number; perPerson: number }) {
    this.#places = places;
    this.#perPerson = perPerson;
  }

  /** Gives a place and returns the function that frees it, or returns undefined when the person's share is full. */
  take(person: string): (() => void) | undefined {
    const held = this.#held.get(person) ?? 0;
    const hasRoom = this.#total < this.#places || held < Math.floor(this.#places / (this.#held.size + 1));
    if (held >= this.#perPerson || !hasRoom) return undefined;
    this.#set(person, held + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#set(person, this.#held.get(person)! - 1);
      isHeld = false;
    };
  }

  #set(person: string, held: number): void {
    this.#total += held - (this.#held.get(person) ?? 0);
    if (held > 0) this.#held.set(person, held);
    else this.#held.delete(person);
  }
}
