import { RegExpParser, visitRegExpAST, type AST } from "@eslint-community/regexpp";

const textsMax = 400;
/** A short length too: some patterns are slow only when their counted parts just fail to fit. */
const shortLength = 40;
const charactersMax = 12;
const choicesMax = 4;

type Consumer = AST.Character | AST.CharacterSet | AST.CharacterClass;

/**
 * Texts that make a backtracking engine slow if any do: a text up to a repetition, its content many times, and an end
 * that does not match. The worst come first; none is longer than `maxLength`.
 */
export function toTrialTexts(source: string, maxLength: number): string[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: true });
  const [consumers, repetitions] = findParts(pattern);
  const { common, foreign } = toCharacters(consumers);
  const pumps = [
    ...repetitions.flatMap((repetition) =>
      common.flatMap((wanted) => {
        const lead = toLead(repetition, wanted);
        return toPumps(repetition.element, wanted).map((pump) => [lead, pump] as const);
      }),
    ),
    ...common.map((character) => ["", character] as const),
  ];
  const texts = new Set<string>();
  for (const [length, end] of toShapes(maxLength, foreign)) {
    for (const [lead, pump] of pumps) {
      const times = Math.floor((length - lead.length - end.length) / pump.length);
      if (times > 0) texts.add(lead + pump.repeat(times) + end);
      if (texts.size >= textsMax) return [...texts];
    }
  }
  return [...texts];
}

function toShapes(maxLength: number, [first = "", second = ""]: readonly string[]): [length: number, end: string][] {
  const shapes: [number, string][] = [
    [maxLength, first],
    [maxLength, ""],
    [maxLength, second],
  ];
  return maxLength > shortLength ? [...shapes, [shortLength, first], [shortLength, ""]] : shapes;
}

function findParts(pattern: AST.Pattern): [Consumer[], AST.Quantifier[]] {
  const consumers: Consumer[] = [];
  const repetitions: AST.Quantifier[] = [];
  visitRegExpAST(pattern, {
    onCharacterEnter: (node) => void (node.parent.type === "CharacterClass" || consumers.push(node)),
    onCharacterSetEnter: (node) => void (node.parent.type === "CharacterClass" || consumers.push(node)),
    onCharacterClassEnter: (node) => void consumers.push(node),
    onQuantifierEnter: (node) => void (node.max > 1 && repetitions.push(node)),
  });
  return [consumers, repetitions];
}

/** ASCII, and one character of each other group that classes distinguish. */
const alphabet = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  ..." !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n\t\u0001\u00a0éक中",
];

/** One character for each combination of matching parts: `common` match most parts, `foreign` the fewest. */
function toCharacters(consumers: readonly Consumer[]): { common: string[]; foreign: string[] } {
  const own = consumers.flatMap((node) => (node.type === "Character" ? [String.fromCodePoint(node.value)] : []));
  const byFit = new Map<string, { character: string; fits: number }>();
  for (const character of [...alphabet, ...own]) {
    const fitting = consumers.map((node) => isFitting(node, character));
    const key = fitting.map(Number).join("");
    if (!byFit.has(key)) byFit.set(key, { character, fits: fitting.filter(Boolean).length });
  }
  const ranked = [...byFit.values()].sort((a, b) => b.fits - a.fits);
  return {
    common: ranked
      .filter(({ fits }) => fits > 0)
      .slice(0, charactersMax)
      .map(({ character }) => character),
    foreign: ranked
      .slice(-2)
      .reverse()
      .map(({ character }) => character),
  };
}

const tests = new WeakMap<Consumer, RegExp>();
function isFitting(node: Consumer, character: string): boolean {
  const test = tests.get(node) ?? new RegExp(`^${node.raw}$`, "u");
  tests.set(node, test);
  return test.test(character);
}

/** A shortest text for everything before a node, so that the match reaches the node. */
function toLead(node: AST.Element, wanted: string): string {
  const { parent } = node;
  if (parent.type === "Quantifier") return toLead(parent, wanted);
  if (parent.type !== "Alternative") return "";
  const before = parent.elements.slice(0, parent.elements.indexOf(node));
  const outer = parent.parent.type === "Group" || parent.parent.type === "CapturingGroup" ? parent.parent : undefined;
  return (outer ? toLead(outer, wanted) : "") + before.map((element) => toSample(element, wanted, 0)).join("");
}

/** Texts that one round of a repetition may consume: each alternative, shortest and with every optional part. */
function toPumps(element: AST.Element, wanted: string): string[] {
  const turns =
    element.type === "Group" || element.type === "CapturingGroup"
      ? element.alternatives.slice(0, choicesMax).map(({ elements }) => elements)
      : [[element]];
  const samples = turns.flatMap((elements) =>
    [0, 1].map((least) => elements.map((part) => toSample(part, wanted, least)).join("")),
  );
  return [...new Set(samples)].filter((sample) => sample !== "");
}

/** A text that matches an element, of the wanted character if possible; optional parts appear `least` times. */
function toSample(element: AST.Element, wanted: string, least: number): string {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return isFitting(element, wanted)
        ? wanted
        : (alphabet.find((sign) => isFitting(element, sign)) ?? toOwn(element));
    case "Quantifier":
      return toSample(element.element, wanted, least).repeat(Math.min(element.max, Math.max(element.min, least)));
    case "Group":
    case "CapturingGroup":
      return (element.alternatives[0]?.elements ?? []).map((part) => toSample(part, wanted, least)).join("");
    default:
      return "";
  }
}

const toOwn = (node: Consumer): string => (node.type === "Character" ? String.fromCodePoint(node.value) : "");
