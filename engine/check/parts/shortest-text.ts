import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Whether a text may have a sign here. */
type Signs = (sign: string) => boolean;

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/**
 * How many signs the shortest text has that fits a pattern (of the subset that documents may use) and consists of
 * `signs` alone; undefined where there is none. Assertions ask for no sign; what only other scripts fill counts as fitting.
 */
export function shortestText(pattern: string, signs: Signs = () => true): number | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return shortestOf(alternatives, signs);
}

function shortestOf(alternatives: readonly AST.Alternative[], signs: Signs): number | undefined {
  const lengths = alternatives
    .map(({ elements }) => elements.map((one) => lengthOf(one, signs)))
    .filter((each): each is number[] => each.every((length) => length !== undefined))
    .map((each) => each.reduce((sum, length) => sum + length, 0));
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

function lengthOf(element: AST.Element, signs: Signs): number | undefined {
  switch (element.type) {
    case "Assertion":
      return 0;
    case "Quantifier": {
      if (element.min === 0) return 0;
      const once = lengthOf(element.element, signs);
      return once === undefined ? undefined : once * element.min;
    }
    case "Group":
    case "CapturingGroup":
      return shortestOf(element.alternatives, signs);
    default: {
      const one = new RegExp(`^(?:${element.raw})$`, "u");
      const taken = printable.filter((sign) => one.test(sign));
      return taken.length === 0 || taken.some(signs) ? 1 : undefined;
    }
  }
}
