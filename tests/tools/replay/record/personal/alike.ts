import { randomInt } from "node:crypto";

/*
 * Stand-ins of the same shape. They are drawn and not worked out, so that nobody can work back from them.
 */
const places = "Garden Market Temple Station River Hill Park Palm Lotus Mango Cedar Neem Lake Bridge Tower Mill".split(
  " ",
);
const givenNames = "Kiran Meera Arun Divya Nisha Varun Leela Tarun".split(" ");
const familyNames = "Menon Nair Bose Iyer Joshi Pillai Dutta Kulkarni".split(" ");
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

const draw = <T>(list: ArrayLike<T>): T => list[randomInt(list.length)]!;

/** Another number of the same shape: a digit for a digit, a letter for a letter, whatever else stays; no zero where none stood first. */
export function alikeNumber(text: string): string {
  return [...text]
    .map((one, i) => {
      if (/\d/.test(one)) return String(i === 0 && one !== "0" ? randomInt(1, 10) : randomInt(10));
      if (/[A-Z]/.test(one)) return draw(letters);
      return /[a-z]/.test(one) ? draw(letters).toLowerCase() : one;
    })
    .join("");
}

/** The same, its letters kept: a prefix may be all that a rule asks for. */
export const alikeDigits = (text: string): string => text.replace(/\d+/g, (digits) => alikeNumber(digits));

/** Other words of places, as many, each written as the one in its stead; digits for digits. */
export const alikePlace = (text: string): string =>
  alikeDigits(text).replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => toCaseOf(word, draw(places)));

/** Another name of as many words. */
export function alikeName(text: string): string {
  const words = text.trim().split(/\s+/);
  return words
    .map((word, i) => toCaseOf(word, draw(i > 0 && i === words.length - 1 ? familyNames : givenNames)))
    .join(" ");
}

/** Another address of mail, at a host that is nobody's (RFC 2606). */
export const alikeMail = (): string => `${draw(givenNames).toLowerCase()}.${randomInt(1000, 10_000)}@mailbox.example`;

function toCaseOf(word: string, other: string): string {
  if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
  return word === word.toLowerCase() ? other.toLowerCase() : other;
}
