import { randomInt } from "node:crypto";

/* Random stand-ins of the same shape. The originals cannot be derived from them. */
const places = "Garden Market Temple Station River Hill Park Palm Lotus Mango Cedar Neem Lake Bridge Tower Mill".split(
  " ",
);
const givenNames = "Kiran Meera Arun Divya Nisha Varun Leela Tarun".split(" ");
const familyNames = "Menon Nair Bose Iyer Joshi Pillai Dutta Kulkarni".split(" ");
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

const draw = <T>(list: ArrayLike<T>): T => list[randomInt(list.length)]!;

/** A random number of the same shape: digits for digits, letters for letters, no new leading zero. */
export function similarNumber(text: string): string {
  return [...text]
    .map((one, i) => {
      if (/\d/.test(one)) return String(i === 0 && one !== "0" ? randomInt(1, 10) : randomInt(10));
      if (/[A-Z]/.test(one)) return draw(letters);
      return /[a-z]/.test(one) ? draw(letters).toLowerCase() : one;
    })
    .join("");
}

/** Replaces only digits, because a rule may require a letter prefix. */
export const similarDigits = (text: string): string => text.replace(/\d+/g, (digits) => similarNumber(digits));

/** Replaces each word by a place name and each digit by a digit. */
export const similarPlace = (text: string): string =>
  similarDigits(text).replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => toCaseOf(word, draw(places)));

/** A random name with as many words. */
export function similarName(text: string): string {
  const words = text.trim().split(/\s+/);
  return words
    .map((word, i) => toCaseOf(word, draw(i > 0 && i === words.length - 1 ? familyNames : givenNames)))
    .join(" ");
}

/** A random mail address at a reserved host (RFC 2606). */
export const randomMail = (): string => `${draw(givenNames).toLowerCase()}.${randomInt(1000, 10_000)}@mailbox.example`;

function toCaseOf(word: string, other: string): string {
  if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
  return word === word.toLowerCase() ? other.toLowerCase() : other;
}
