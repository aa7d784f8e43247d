import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Returns whether a text may contain a character. */
type Characters = (character: string) => boolean;

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/**
 * The length of the shortest text of these characters that matches a pattern (of the subset that definitions may use);
 * undefined if there is none. Assertions have no length. A class of characters outside ASCII counts as matching.
 */
export function shortestMatch(pattern: string, characters: Characters = () => true): number | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return shortestOf(alternatives, characters);
}

function shortestOf(alternatives: readonly AST.Alternative[], characters: Characters): number | undefined {
  const lengths = alternatives
    .map(({ elements }) => elements.map((one) => lengthOf(one, characters)))
    .filter((each): each is number[] => each.every((length) => length !== undefined))
    .map((each) => each.reduce((sum, length) => sum + length, 0));
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

function lengthOf(element: AST.Element, characters: Characters): number | undefined {
  switch (element.type) {
    case "Assertion":
      return 0;
    case "Quantifier": {
      if (element.min === 0) return 0;
      const once = lengthOf(element.element, characters);
      return once === undefined ? undefined : once * element.min;
    }
    case "Group":
    case "CapturingGroup":
      return shortestOf(element.alternatives, characters);
    default: {
      const one = new RegExp(`^(?:${element.raw})$`, "u");
      const matching = printable.filter((character) => one.test(character));
      return matching.length === 0 || matching.some(characters) ? 1 : undefined;
    }
  }
}

/** The length of the longest text of these characters that matches a pattern; undefined if there is none. */
export function longestMatch(pattern: string, characters: Characters = () => true): number | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return longestOf(alternatives, characters);
}

function longestOf(alternatives: readonly AST.Alternative[], characters: Characters): number | undefined {
  const lengths = alternatives
    .map(({ elements }) => elements.map((one) => longestOfOne(one, characters)))
    .filter((each): each is number[] => each.every((length) => length !== undefined))
    .map((each) => each.reduce((sum, length) => sum + length, 0));
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

function longestOfOne(element: AST.Element, characters: Characters): number | undefined {
  switch (element.type) {
    case "Quantifier": {
      const once = longestOfOne(element.element, characters);
      if (once === undefined) return element.min === 0 ? 0 : undefined;
      return once === 0 ? 0 : once * element.max;
    }
    case "Group":
    case "CapturingGroup":
      return longestOf(element.alternatives, characters);
    default:
      return lengthOf(element, characters);
  }
}

/** Returns whether every alternative of a pattern begins with ^ and ends with $. */
export function isAnchored(pattern: string): boolean {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return alternatives.every(({ elements }) => isEdge(elements[0], "start") && isEdge(elements.at(-1), "end"));
}

const isEdge = (element: AST.Element | undefined, kind: "start" | "end"): boolean =>
  element?.type === "Assertion" && element.kind === kind;
