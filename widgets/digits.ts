/** Zeros of the scripts that candidates type: Arabic, Persian, the Indic scripts, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** Keeps only digits and converts those of other scripts to 0–9. */
export function toDigits(text: string): string {
  let digits = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    if (code >= 48 && code <= 57) digits += character;
    else if (zero !== undefined) digits += String(code - zero);
  }
  return digits;
}
