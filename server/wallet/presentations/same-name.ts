/** The words of a name, sorted, without Latin accents, punctuation and case. */
const toWords = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");

/** Returns whether two names have the same words: 'VERMA, Asha' equals 'Asha Verma'. */
export const isSameName = (one: string, other: string): boolean =>
  toWords(one) !== "" && toWords(one) === toWords(other);
