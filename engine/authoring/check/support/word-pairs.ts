/** A sentence with its translation. */
export interface Translation {
  readonly english: string;
  readonly text: string;
}

const placeholder = /\{[^}]*\}/g;
const toWords = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(placeholder, " ")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu),
  );
const toPlaceholders = (text: string): string => (text.match(placeholder) ?? []).toSorted().join();

/** A translation fits badly below this, and a better one is at least this good and this many times better. */
const [poor, good, better] = [0.35, 0.3, 1.5];

/**
 * Returns pairs of translations that are probably exchanged: elsewhere the words of each occur together with the words
 * of the other sentence, and hardly with those of its sentence. It finds no exchange of short sentences.
 */
export function findExchanged(all: readonly Translation[]): [Translation, Translation][] {
  const table = new WordTable(all);
  const own = all.map((_, index) => table.fit(index, index));
  const doubtful = own.flatMap((fit, index) => (fit !== undefined && fit < poor ? [index] : []));
  return doubtful.flatMap((left, position) =>
    doubtful.slice(position + 1).flatMap((right): [Translation, Translation][] => {
      const [first, second] = [all[left]!, all[right]!];
      if (toPlaceholders(first.english) !== toPlaceholders(second.english)) return [];
      const crossed = Math.min(table.fit(left, right) ?? 0, table.fit(right, left) ?? 0);
      const isBetter = crossed > good && crossed > better * Math.max(own[left]!, own[right]!);
      return isBetter ? [[first, second]] : [];
    }),
  );
}

/** How often a word of a sentence and a word of a translation occur together. */
class WordTable {
  readonly #english: readonly ReadonlySet<string>[];
  readonly #texts: readonly ReadonlySet<string>[];
  readonly #together = new Map<string, Map<string, number>>();
  readonly #ofEnglish = new Map<string, number>();
  readonly #ofTexts = new Map<string, number>();

  constructor(all: readonly Translation[]) {
    this.#english = all.map(({ english }) => toWords(english));
    this.#texts = all.map(({ text }) => toWords(text));
    for (const [index, words] of this.#english.entries()) {
      const texts = this.#texts[index]!;
      for (const word of words) {
        increase(this.#ofEnglish, word);
        const row = this.#together.get(word) ?? new Map<string, number>();
        this.#together.set(word, row);
        for (const other of texts) increase(row, other);
      }
      for (const other of texts) increase(this.#ofTexts, other);
    }
  }

  /** From 0 to 1, without the sentence itself. Undefined for a sentence with fewer than two words that others have. */
  fit(sentence: number, translation: number): number | undefined {
    const own = this.#texts[sentence]!;
    const words = [...this.#english[sentence]!].filter((word) => (this.#ofEnglish.get(word) ?? 0) > 1);
    if (words.length < 2) return undefined;
    const fits = words.map((word) => {
      const row = this.#together.get(word);
      const others = (this.#ofEnglish.get(word) ?? 0) - 1;
      return Math.max(
        0,
        ...[...this.#texts[translation]!].map((other) => {
          const together = (row?.get(other) ?? 0) - (own.has(other) ? 1 : 0);
          const elsewhere = (this.#ofTexts.get(other) ?? 0) - 1;
          return together > 0 && elsewhere > 0 ? together / Math.sqrt(others * elsewhere) : 0;
        }),
      );
    });
    return fits.reduce((sum, fit) => sum + fit, 0) / words.length;
  }
}

const increase = (counts: Map<string, number>, word: string): void => {
  counts.set(word, (counts.get(word) ?? 0) + 1);
};
