/*
 * The scripts of India that grew from Brahmi, as Unicode holds them: blocks of 128 from U+0900 (Devanagari) to U+0D7F
 * (Malayalam), each with the same sound at the same place (ISCII, IS 13194:1991). The Latin letters are those of the
 * Hunterian system, India's own way of writing names, without its marks of length.
 */
const first = 0x0900;
const blockSize = 0x80;
const last = 0x0d7f;

const consonants = "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h".split(" ");
const vowels = "a a i i u u ri l e e e ai o o o au".split(" ");
const signs = "a i i u u ri ri e e e ai o o o au".split(" ");
/** What a dot below makes of a consonant; the others sound alike to Latin letters. */
const dotted: Readonly<Record<string, string>> = { j: "z", ph: "f", d: "r", dh: "rh" };
/** The Gurmukhi tippi, which no other block has. */
const tippi = 0x0a70;

/** What a place of a block is: a vowel of its own, a consonant that carries an a, a sign that takes the a's place or mutes it, a dot below, or another letter. */
interface Sound {
  kind: "vowel" | "consonant" | "sign" | "other" | "dot" | "mute";
  text: string;
}

function findSound(letter: string): Sound | undefined {
  const code = letter.codePointAt(0)!;
  if (code < first || code > last) return undefined;
  const place = (code - first) % blockSize;
  if (place <= 0x02 || code === tippi) return { kind: "other", text: "n" };
  if (place === 0x03) return { kind: "other", text: "h" };
  if (place >= 0x05 && place <= 0x14) return { kind: "vowel", text: vowels[place - 0x05]! };
  if (place >= 0x15 && place <= 0x39) return { kind: "consonant", text: consonants[place - 0x15]! };
  // The row of signs leaves out the short a, which every consonant carries, and begins with its long one.
  if (place >= 0x3e && place <= 0x4c) return { kind: "sign", text: signs[place - 0x3e]! };
  if (place === 0x4d) return { kind: "mute", text: "" };
  if (place === 0x3c) return { kind: "dot", text: "" };
  if (place >= 0x66 && place <= 0x6f) return { kind: "other", text: String(place - 0x66) };
  return { kind: "other", text: "" };
}

/** A text with its words of Indian scripts in Latin letters, "Asha Varma"; everything else as it is. */
export const toLatin = (text: string): string => text.normalize("NFC").replace(/[\u0900-\u0d7f]+/gu, toLatinWord);

function toLatinWord(word: string): string {
  let latin = "";
  /** The last consonant, while it still carries its a. */
  let carrying = "";
  for (const letter of word) {
    const sound = findSound(letter);
    // What joins letters is heard in no other way here.
    if (!sound || (sound.kind === "other" && sound.text === "")) continue;
    if (sound.kind === "dot") latin = latin.slice(0, latin.length - carrying.length) + (dotted[carrying] ?? carrying);
    else {
      if (carrying && sound.kind !== "sign" && sound.kind !== "mute") latin += "a";
      latin += sound.text;
      carrying = sound.kind === "consonant" ? sound.text : "";
    }
  }
  // The last a of a word is not spoken, unless there is no other vowel in it.
  if (carrying && !/[aeiou]/.test(latin)) latin += "a";
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}
