/** Zeros of the scripts that candidates type: Arabic, Persian, the Indic scripts, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** Converts a digit of another script to 0–9; any other character stays. */
export function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Keeps only digits and converts those of other scripts to 0–9. */
export const toDigits = (text: string): string => Array.from(text, toDigit).filter(isDigit).join("");

const isDigit = (character: string): boolean => character >= "0" && character <= "9";
