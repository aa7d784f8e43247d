import { oncePerObject } from "#engine/core/base/once.ts";
import { toAutomaton, type Automaton } from "./automaton.ts";

/** What a text must be like: its length, and which characters it may have. */
export interface TextLimits {
  readonly least: number;
  readonly most: number;
  readonly allows?: (character: string) => boolean;
}

const signs = [
  ..."1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  ..." !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  ..."éअ中–\n",
];
/** Maximum number of steps of one search. */
const stepsMax = 60_000;

/** The characters that a class matches, from those that a search tries. */
const classes = new Map<string, ReadonlySet<string>>();
function charactersOf(source: string): ReadonlySet<string> {
  const known = classes.get(source);
  if (known) return known;
  const one = new RegExp(`^(?:${source})$`, "u");
  const found = new Set(signs.filter((sign) => one.test(sign)));
  if (found.size === 0 && one.test(source)) found.add(source);
  if (classes.size < 5_000) classes.set(source, found);
  return found;
}

/** States that are reached without a character, and the steps from there. */
const toMoves = oncePerObject(({ steps, end }: Automaton) =>
  steps.map((_, from) => {
    const reached = new Set([from]);
    for (const state of reached) for (const step of steps[state]!) if (step.sign === undefined) reached.add(step.to);
    const moves = [...reached].flatMap((state) =>
      steps[state]!.flatMap(({ to, sign }) => (sign === undefined ? [] : [{ to, sign }])),
    );
    return { moves, isEnd: reached.has(end) };
  }),
);

const automata = new Map<string, Automaton | undefined>();
function readPattern(pattern: string): Automaton | undefined {
  if (!automata.has(pattern)) automata.set(pattern, toAutomaton(pattern));
  return automata.get(pattern);
}

/** One step of a search: the states of all patterns after some characters. */
interface Reached {
  readonly states: readonly number[];
  readonly length: number;
  readonly sign: string;
  readonly former?: Reached;
}

/**
 * The shortest text within limits that matches all patterns. Undefined where there is none; "unknown" where a pattern
 * is too large to tell.
 */
export function findMatchingText(patterns: readonly string[], limits: TextLimits): string | "unknown" | undefined {
  const all = patterns.map(readPattern);
  if (all.includes(undefined)) return "unknown";
  const moves = (all as Automaton[]).map(toMoves);
  const first: Reached = { states: (all as Automaton[]).map(({ start }) => start), length: 0, sign: "" };
  let front = [first];
  for (let steps = 0; front.length > 0;) {
    const next: Reached[] = [];
    const seen = new Set<string>();
    for (const one of front) {
      const here = one.states.map((state, index) => moves[index]![state]!);
      if (one.length >= limits.least && here.every(({ isEnd }) => isEnd)) return toText(one);
      if (one.length >= limits.most) continue;
      for (const { states, sign } of combine(here, limits.allows)) {
        const key = states.join(" ");
        if (seen.has(key)) continue;
        if ((steps += 1) > stepsMax) return "unknown";
        seen.add(key);
        next.push({ states, length: one.length + 1, sign, former: one });
      }
    }
    front = next;
  }
  return undefined;
}

/** One further state of every pattern, with a character that leads to all of them. */
function* combine(
  here: readonly { readonly moves: readonly { readonly to: number; readonly sign: string }[] }[],
  allows: TextLimits["allows"] = () => true,
  common?: readonly string[],
): Generator<{ states: number[]; sign: string }> {
  const [one, ...others] = here;
  if (!one) {
    const sign = (common ?? signs).find(allows);
    if (sign !== undefined) yield { states: [], sign };
    return;
  }
  for (const { to, sign: source } of one.moves) {
    const characters = charactersOf(source);
    const shared = (common ?? [...characters]).filter((sign) => characters.has(sign) && allows(sign));
    if (shared.length === 0) continue;
    for (const { states, sign } of combine(others, allows, shared)) yield { states: [to, ...states], sign };
  }
}

function toText(end: Reached): string {
  const text: string[] = [];
  for (let at: Reached | undefined = end; at; at = at.former) text.push(at.sign);
  return text.reverse().join("");
}
