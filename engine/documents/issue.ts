/** Something wrong in a document, said so that its author can mend it. `pointer` is a JSON Pointer into the document. */
export interface Issue {
  /** Path of the document below the schemas folder, "forms/address.json". */
  document: string;
  pointer: string;
  /** Short, stable name of the fault: "unknown-key", "dangling-reference", … */
  code: string;
  message: string;
}

/** Escapes one step of a JSON Pointer (RFC 6901). */
export const toPointerStep = (step: string | number): string =>
  String(step).replaceAll("~", "~0").replaceAll("/", "~1");

/** The steps of a JSON Pointer, unescaped. */
export const pointerSteps = (pointer: string): string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value at a JSON Pointer, own properties only; undefined when there is none. */
export function getAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of pointerSteps(pointer)) {
    if (current === null || typeof current !== "object" || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/** A copy of an object with the value at the pointer set (undefined removes it); objects on the way are made. */
export function setAt<T>(value: T, pointer: string, next: unknown): T {
  const [head, ...rest] = pointerSteps(pointer);
  if (head === undefined) return next as T;
  const base: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  const child = rest.length === 0 ? next : setAt(base[head] ?? {}, "/" + rest.map(toPointerStep).join("/"), next);
  if (child === undefined) delete base[head];
  else base[head] = child;
  return base as T;
}

/** Nobody mistypes a word of this length and means another one. */
const longestWord = 120;

/** The known word nearest to a mistyped one, if one is near enough to suggest. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
