// Patterns of documents run on what a candidate types, in the browser and on the server, so they stay
// in a subset that a backtracking engine matches in about linear time (reliability rule 19).

/** Which of the ASCII characters, and (last) whether any other character, an atom matches. */
type CharSet = readonly boolean[];

interface Atom {
  readonly set: CharSet;
  /** Matches the empty text, so what stands left and right of it touch. */
  readonly optional: boolean;
  /** Its length may vary by much: the kind of atom that backtracks. */
  readonly stretches: boolean;
}

const asciiSize = 128;
const alphabet = [...Array.from({ length: asciiSize }, (_, code) => String.fromCharCode(code)), "é"];
const longestPattern = 300;
const stretchFrom = 10;

const refused: readonly (readonly [RegExp, string])[] = [
  [/\(\?(<?[=!])/, "A pattern may not look ahead or behind"],
  [/\\[1-9]|\\k</, "A pattern may not refer back to a group"],
];

/** Why a pattern may not be used, or undefined when it may. Draft-07 `pattern` obeys the same subset. */
export function findPatternFault(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `A pattern has at most ${longestPattern} characters`;
  if (!isRegExp(pattern)) return "The pattern is not a regular expression";
  const bare = pattern.replace(/\\\\/g, "");
  const fault = refused.find(([sign]) => sign.test(bare));
  if (fault) return fault[1];
  const reader = new Reader(pattern);
  const atoms = reader.readAlternatives();
  if (reader.nested) return "A repeated group may not hold a repetition or a choice";
  return hasRacingPair(atoms) ? "Two repetitions in the pattern compete for the same characters" : undefined;
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Two stretching atoms race when some character fits both and all that must stand between them:
 * then a text of that character can be divided between them in many ways.
 */
function hasRacingPair(atoms: readonly Atom[]): boolean {
  return atoms.some((left, index) => left.stretches && atoms.slice(index + 1).some((right, distance) => {
    if (!right.stretches) return false;
    const common = left.set.map((has, at) => has && right.set[at] === true);
    const between = atoms.slice(index + 1, index + 1 + distance);
    const fits = (atom: Atom) => atom.optional || atom.set.some((has, at) => has && common[at] === true);
    return common.includes(true) && between.every(fits);
  }));
}

/** Reads a pattern that the RegExp constructor has accepted into one flat list of atoms. */
class Reader {
  nested = false;
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** All alternatives one after the other; with a choice each atom counts as one that may be missing. */
  readAlternatives(): Atom[] {
    const atoms: Atom[] = [];
    let choice = false;
    while (this.#at < this.#pattern.length && this.#peek() !== ")") {
      if (this.#take("|")) choice = true;
      else atoms.push(...this.#readTerm());
    }
    return choice ? atoms.map((atom) => ({ ...atom, optional: true })) : atoms;
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? "";
  }

  #take(text: string): boolean {
    const taken = this.#pattern.startsWith(text, this.#at);
    if (taken) this.#at += text.length;
    return taken;
  }

  #match(sign: RegExp): RegExpExecArray | null {
    sign.lastIndex = this.#at;
    const found = sign.exec(this.#pattern);
    if (found) this.#at += found[0].length;
    return found;
  }

  #readTerm(): Atom[] {
    if (this.#match(/\^|\$|\\[bB]/y)) return [];
    if (this.#peek() === "(") return this.#readGroup();
    const text = this.#match(/\[(?:\\.|[^\]\\])*\]|\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\.|[^]/uy)?.[0] ?? "";
    const one = new RegExp(`^(?:${text})$`, "u");
    const { least, most } = this.#readQuantifier();
    return [{ set: alphabet.map((sign) => one.test(sign)), optional: least === 0, stretches: most - least >= stretchFrom }];
  }

  #readGroup(): Atom[] {
    this.#match(/\((?:\?:|\?<[^>]+>)?/y);
    const start = this.#at;
    const atoms = this.readAlternatives();
    const inner = this.#pattern.slice(start, this.#at);
    this.#take(")");
    const { least, most } = this.#readQuantifier();
    if (most > 1 && /[*+?|]|\{\d+,/.test(toBare(inner))) this.nested = true;
    const stretches = most - least >= stretchFrom;
    return atoms.map((atom) => ({ set: atom.set, optional: atom.optional || least === 0, stretches: atom.stretches || stretches }));
  }

  #readQuantifier(): { least: number; most: number } {
    const found = this.#match(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y);
    if (!found) return { least: 1, most: 1 };
    const [, sign, least, comma, most] = found;
    if (sign) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const lower = Number(least);
    return { least: lower, most: comma === "" ? lower : most === "" ? Infinity : Number(most) };
  }
}

/** A pattern without its escapes, classes and group marks, so that only its operators remain. */
function toBare(pattern: string): string {
  return pattern.replace(/\\[pP]\{[^}]*\}|\\./g, "").replace(/\[[^\]]*\]/g, "").replace(/\(\?(?::|<[^>]+>)/g, "(");
}
