/** The words of a name, without accents of Latin letters, dots and case, in no order. */
const toWords = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");

/** Whether two names have the same words: 'VERMA, Asha' is 'Asha Verma'. */
export const isSameName = (one: string, other: string): boolean =>
  toWords(one) !== "" && toWords(one) === toWords(other);
