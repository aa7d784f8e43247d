/*
 * Transliterates the Brahmic scripts of India. In Unicode they have blocks of 128 from U+0900 (Devanagari) to U+0D7F
 * (Malayalam), with the same sound at the same offset (ISCII, IS 13194:1991). The Latin letters follow the Hunterian
 * system, India's own for names, without its marks of length.
 */
const first = 0x0900;
const blockSize = 0x80;
const last = 0x0d7f;

const consonants = "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h".split(" ");
const vowels = "a a i i u u ri l e e e ai o o o au".split(" ");
const signs = "a i i u u ri ri e e e ai o o o au".split(" ");
/** Consonants that a dot below changes; the others keep their Latin letters. */
const dotted: Readonly<Record<string, string>> = { j: "z", ph: "f", d: "r", dh: "rh" };
/** The Gurmukhi tippi, which no other block has. */
const tippi = 0x0a70;

/**
 * The class of an offset: independent vowel, consonant with an inherent a, vowel sign, virama (mute), nukta (dot), or
 * another letter.
 */
interface Sound {
  kind: "vowel" | "consonant" | "sign" | "other" | "dot" | "mute";
  text: string;
}

function findSound(letter: string): Sound | undefined {
  const code = letter.codePointAt(0)!;
  if (code < first || code > last) return undefined;
  const offset = (code - first) % blockSize;
  if (offset <= 0x02 || code === tippi) return { kind: "other", text: "n" };
  if (offset === 0x03) return { kind: "other", text: "h" };
  if (offset >= 0x05 && offset <= 0x14) return { kind: "vowel", text: vowels[offset - 0x05]! };
  if (offset >= 0x15 && offset <= 0x39) return { kind: "consonant", text: consonants[offset - 0x15]! };
  // There is no sign for the short a, which every consonant carries; the row begins with the long one.
  if (offset >= 0x3e && offset <= 0x4c) return { kind: "sign", text: signs[offset - 0x3e]! };
  if (offset === 0x4d) return { kind: "mute", text: "" };
  if (offset === 0x3c) return { kind: "dot", text: "" };
  if (offset >= 0x66 && offset <= 0x6f) return { kind: "other", text: String(offset - 0x66) };
  return { kind: "other", text: "" };
}

/** The text with its Indian words in Latin letters, "Asha Varma". Everything else stays. */
export const transliterate = (text: string): string => text.normalize("NFC").replace(/[\u0900-\u0d7f]+/gu, toLatinWord);

function toLatinWord(word: string): string {
  let latin = "";
  /** The last consonant, while it carries its inherent a. */
  let consonant = "";
  for (const letter of word) {
    const sound = findSound(letter);
    // Joiners have no sound.
    if (!sound || (sound.kind === "other" && sound.text === "")) continue;
    if (sound.kind === "dot")
      latin = latin.slice(0, latin.length - consonant.length) + (dotted[consonant] ?? consonant);
    else {
      if (consonant && sound.kind !== "sign" && sound.kind !== "mute") latin += "a";
      latin += sound.text;
      consonant = sound.kind === "consonant" ? sound.text : "";
    }
  }
  // The final a is silent unless it is the only vowel of the word.
  if (consonant && !/[aeiou]/.test(latin)) latin += "a";
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}
