import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** A position in a pattern with several continuations. */
type Piece =
  | { readonly kind: "set"; readonly signs: readonly string[] }
  | { readonly kind: "choice"; readonly branches: readonly (readonly Term[])[] };
interface Term {
  readonly id: number;
  readonly piece: Piece;
  readonly least: number;
  readonly most: number;
}
/** A decision other than the default, by term: the character or branch, and the repetitions. */
interface Decision {
  readonly pick?: number;
  readonly times?: number;
}
type Decisions = ReadonlyMap<number, Decision>;

const alphabet = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), "é", "अ", "中", "–"];
/** Maximum number of texts per pattern. */
const textsMax = 600;
/** Maximum repetitions above the minimum. */
const stretch = 20;

/**
 * Returns texts that match a pattern: one for each character, branch and repetition, with defaults elsewhere. Reads the
 * subset that definitions may use; callers must still test the pattern.
 */
export function toPatternTexts(pattern: string): string[] {
  const reader = new Reader();
  const { alternatives: branches } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  const terms = [reader.toTerm(reader.readBranches(branches))];
  const texts = new Set<string>([render(terms, new Map())]);
  for (const decisions of findOthers(terms, new Map())) {
    if (texts.size >= textsMax) break;
    texts.add(render(terms, decisions));
  }
  return [...texts];
}

function render(terms: readonly Term[], decisions: Decisions): string {
  return terms
    .map(({ id, piece, least, most }) => {
      const { pick = 0, times = Math.max(least, Math.min(most, 1)) } = decisions.get(id) ?? {};
      const one = piece.kind === "set" ? (piece.signs[pick] ?? "") : render(piece.branches[pick] ?? [], decisions);
      return one.repeat(times);
    })
    .join("");
}

/** Lists all decisions that differ at one position; positions inside a branch imply that branch. */
function* findOthers(terms: readonly Term[], above: Decisions): Generator<Decisions> {
  for (const { id, piece, least, most } of terms) {
    const times = new Set([least, least + 1, Math.min(most, least + stretch), Math.min(most, 64)]);
    for (const count of times) if (count <= most) yield new Map([...above, [id, { times: count }]]);
    const once = Math.max(least, 1);
    if (once > most) continue;
    const ways = piece.kind === "set" ? piece.signs : piece.branches;
    for (const pick of ways.keys()) yield new Map([...above, [id, { pick, times: once }]]);
    if (piece.kind === "set") continue;
    for (const [pick, branch] of piece.branches.entries())
      yield* findOthers(branch, new Map([...above, [id, { pick, times: once }]]));
  }
}

/** Numbers the positions of a pattern and collects their characters; assertions are no positions. */
class Reader {
  #count = 0;

  readBranches(branches: readonly AST.Alternative[]): Piece {
    return {
      kind: "choice",
      branches: branches.map(({ elements }) => elements.flatMap((one) => this.#readElement(one))),
    };
  }

  toTerm(piece: Piece, least = 1, most = 1): Term {
    return { id: (this.#count += 1), piece, least, most };
  }

  #readElement(element: AST.Element, least = 1, most = 1): Term[] {
    switch (element.type) {
      case "Assertion":
        return [];
      case "Quantifier":
        return this.#readElement(element.element, element.min, element.max);
      case "Group":
      case "CapturingGroup":
        return [this.toTerm(this.readBranches(element.alternatives), least, most)];
      default:
        return [this.toTerm({ kind: "set", signs: toSigns(element.raw) }, least, most)];
    }
  }
}

/** Returns the plain characters of a position, letters and digits first. */
function toSigns(set: string): string[] {
  const one = new RegExp(`^(?:${set})$`, "u");
  const signs = alphabet.filter((sign) => one.test(sign));
  if (signs.length === 0) return one.test(set) ? [set] : [];
  return [...signs.filter((sign) => /[0-9A-Za-z]/.test(sign)), ...signs.filter((sign) => !/[0-9A-Za-z]/.test(sign))];
}
