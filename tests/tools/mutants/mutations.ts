import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { findSlots, type MetaSchemas } from "#engine/core/definitions/find-slots.ts";

/** A one-line fault, as an author might make it. */
export interface Mutant {
  /** The file below schemas/. */
  readonly path: string;
  readonly pointer: string;
  /** The change in words: "=== becomes !==". */
  readonly says: string;
  /** The new value; undefined removes the key or the item. */
  readonly value: unknown;
}

/** Keys that neither a candidate nor a program reads. */
const unseenKeys: ReadonlySet<string> = new Set(["$schema", "$comment", "kind", "id", "description", "why", "version"]);
const opposites: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  ">": "<=",
  "<=": ">",
  "<": ">=",
  ">=": "<",
  and: "or",
  or: "and",
  filled: "blank",
  blank: "filled",
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** All mutants of a definition in a stable order. `names`: ids by the kind they refer to. */
export function listMutants(
  { path, document }: SourceDefinition,
  metas: MetaSchemas,
  names: ReadonlyMap<string, readonly string[]>,
): Mutant[] {
  const slots = findSlots(metas, document.kind, document);
  const rules = slots.filter(({ slot }) => slot === "rule" || slot === "value").map(({ pointer }) => pointer);
  const found: Omit<Mutant, "path">[] = slots.flatMap(({ slot, ref, pointer, value }) => {
    if (slot === "rule") return [{ pointer, says: "the condition is turned round", value: { "!": [value] } }];
    if (slot === "text" && typeof value === "string") return changeWord(pointer, value);
    return ref === undefined ? [] : changeName(pointer, String(value), names.get(ref) ?? []);
  });
  visit(document, "", (pointer, value, parent) => {
    const inRule = rules.some((rule) => pointer === rule || pointer.startsWith(`${rule}/`));
    found.push(...(inRule ? changeRule(pointer, value) : changeValue(pointer, value, parent)));
  });
  const unlike = found.filter((one) => JSON.stringify(getAt(document, one.pointer)) !== JSON.stringify(one.value));
  return [...new Map(unlike.map((one) => [`${one.pointer} ${one.says}`, { path, ...one }])).values()];
}

/** Names that references in the definitions use, by the kind they refer to. */
export function collectNames(sources: readonly SourceDefinition[], metas: MetaSchemas): Map<string, string[]> {
  const names = new Map<string, Set<string>>();
  for (const { document } of sources)
    for (const { ref, value } of findSlots(metas, document.kind, document))
      if (ref !== undefined) names.set(ref, (names.get(ref) ?? new Set()).add(String(value)));
  return new Map(Array.from(names, ([ref, found]) => [ref, [...found].sort()]));
}

/** A sample drawn by a seed, spread evenly over the definitions so that long ones do not dominate. */
export function drawSample(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = toRandom(seed);
  const byPath = new Map<string, Mutant[]>();
  for (const one of all) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  const piles = [...byPath.values()].map((pile) => shuffle(pile, random));
  const drawn: Mutant[] = [];
  for (let round = 0; drawn.length < count && piles.some((pile) => pile.length > round); round += 1)
    for (const pile of shuffle(piles, random)) if (pile[round] && drawn.length < count) drawn.push(pile[round]!);
  return drawn;
}

/** Drops mutants of rule reasons that no guard shows. */
export function keepSaid(all: readonly Mutant[], sources: readonly SourceDefinition[]): Mutant[] {
  const guards = new Set(
    sources.flatMap(({ document }) =>
      document.kind === "states"
        ? (document as DefinitionOf<"states">).transitions.flatMap(({ unless = [] }) => unless)
        : [],
    ),
  );
  return all.filter(({ path, pointer }) => {
    const name = path.startsWith("rules/") ? /^\/rules\/([^/]+)\/why$/.exec(pointer)?.[1] : undefined;
    return name === undefined || guards.has(name);
  });
}

/** Changes without any effect. A detection of one is a false alarm. */
export function drawControls(sources: readonly SourceDefinition[], count: number, seed: number): Mutant[] {
  const described = sources.filter(({ document }) => document.description !== undefined);
  const control = { pointer: "/description", says: "is described in other words", value: "Other words." };
  return shuffle(described, toRandom(seed))
    .slice(0, count)
    .map(({ path }) => ({ path, ...control }));
}

/** A shuffled copy. */
export function shuffle<T>(all: readonly T[], random: () => number): T[] {
  const copy = [...all];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}

/** Numbers from 0 to 1 from a seed (mulberry32, Tommy Ettinger, public domain). */
export function toRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function changeWord(pointer: string, text: string): Omit<Mutant, "path">[] {
  const words = text.split(" ");
  return [{ pointer, says: `'${cut(text)}' says something else`, value: ["Otherwise", ...words.slice(1)].join(" ") }];
}

/** A name without one letter, and another name of the same kind. */
function changeName(pointer: string, name: string, others: readonly string[]): Omit<Mutant, "path">[] {
  const other = others[(others.indexOf(name) + 1) % Math.max(1, others.length)];
  return [
    { pointer, says: `'${name}' loses a letter`, value: name.slice(0, -1) },
    ...(other === undefined ? [] : [{ pointer, says: `'${name}' becomes '${other}'`, value: other }]),
  ];
}

/** Faults inside a condition or a computed value. */
function changeRule(pointer: string, value: unknown): Omit<Mutant, "path">[] {
  if (Array.isArray(value) || !isObject(value)) return changeLiteral(pointer, value);
  return Object.entries(value).flatMap(([operator, operands]) => {
    const found: Omit<Mutant, "path">[] = [];
    const opposite = opposites[operator];
    if (opposite !== undefined && Object.keys(value).length === 1)
      found.push({ pointer, says: `'${operator}' becomes '${opposite}'`, value: { [opposite]: operands } });
    if ((operator === "and" || operator === "or" || operator === "coalesce") && Array.isArray(operands))
      for (const [at] of operands.entries())
        if (operands.length > 2)
          found.push({
            pointer,
            says: `'${operator}' loses its part ${at + 1}`,
            value: { [operator]: operands.filter((_, i) => i !== at) },
          });
    if (operator === "var" && typeof operands === "string")
      found.push({ pointer, says: `'${operands}' loses a letter`, value: { var: operands.slice(0, -1) } });
    return found;
  });
}

/** Faults outside rules: numbers, booleans, removals, reordering. */
function changeValue(pointer: string, value: unknown, parent: unknown): Omit<Mutant, "path">[] {
  const found = typeof value === "string" ? [] : changeLiteral(pointer, value);
  if (pointer !== "" && !isEmpty(value))
    found.push({ pointer, says: `${toPlace(pointer)} is left out`, value: undefined });
  if (Array.isArray(value) && value.length > 1 && isObject(value[0]))
    found.push({ pointer, says: `${toPlace(pointer)}: the first two change places`, value: swap(value) });
  return isObject(parent) || Array.isArray(parent) || pointer === "" ? found : [];
}

/** Removing an empty value changes nothing. */
const isEmpty = (value: unknown): boolean =>
  value !== null && typeof value === "object" && Object.keys(value).length === 0;

function changeLiteral(pointer: string, value: unknown): Omit<Mutant, "path">[] {
  if (typeof value === "number") return [{ pointer, says: `${value} becomes ${value + 1}`, value: value + 1 }];
  if (typeof value === "boolean") return [{ pointer, says: `${value} becomes ${!value}`, value: !value }];
  if (typeof value === "string" && value !== "" && !pointer.endsWith("/var"))
    return [{ pointer, says: `'${cut(value)}' loses a letter`, value: value.slice(0, -1) }];
  return [];
}

const swap = ([first, second, ...rest]: readonly unknown[]): unknown[] => [second, first, ...rest];
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const toPlace = (pointer: string): string => `'${pointer.slice(pointer.lastIndexOf("/") + 1)}'`;

type Visitor = (pointer: string, value: unknown, parent: unknown) => void;
function visit(value: unknown, pointer: string, visitor: Visitor, parent?: unknown): void {
  visitor(pointer, value, parent);
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (!unseenKeys.has(key)) visit(inner, `${pointer}/${toPointerStep(key)}`, visitor, value);
  }
}
