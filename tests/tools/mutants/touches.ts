import { getAt, pointerSteps } from "#engine/core/base/json-pointer.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { Fixture } from "../replay/contracts.ts";
import type { StepObservation } from "../replay/play.ts";

type Touches = (document: SourceDefinition, fixture: Fixture, seen: readonly StepObservation[]) => boolean;

const traced = (seen: readonly StepObservation[], begins: string) =>
  seen.some(({ observation }) => observation.trace.some((line) => line.split(" ")[0]!.startsWith(begins)));

const onScreen: Touches = ({ document }, _fixture, seen) =>
  seen.some(({ observation: { screen, trace } }) => screen === document.id || trace.includes(document.id));

/** A fixture may use the forms of other organisations, too. */
const names = (fixture: Fixture, id: string) => new RegExp(`\\b${id}\\b`).test(JSON.stringify(fixture));

/** Returns whether a run used a definition of a kind, judged by its observations. */
const byKind: Readonly<Record<string, Touches>> = {
  screen: onScreen,
  flow: ({ document }, _fixture, seen) => traced(seen, `${document.id}/`),
  locale: ({ document }, fixture) => fixture.locale === document.id,
  organisation: ({ document }, fixture) => names(fixture, document.id),
  request: ({ path, document }, fixture) => names(fixture, document.id) && names(fixture, path.split("/")[1]!),
};

/** Definitions that each run used: those in its observations, and those they reference in turn. */
export class Reached {
  readonly #sources: readonly SourceDefinition[];
  /** The names by which others reference each definition, and its text. */
  readonly #texts: ReadonlyMap<SourceDefinition, { readonly names: readonly string[]; readonly text: string }>;
  readonly #reached = new Map<string, ReadonlySet<string>>();

  constructor(sources: readonly SourceDefinition[]) {
    this.#sources = sources;
    this.#texts = new Map(
      sources.map((source) => [source, { names: toNames(source), text: JSON.stringify(source.document) }]),
    );
  }

  /** Fixtures whose runs used a definition, or all if none is known. */
  list<F extends Fixture>(
    fixtures: readonly F[],
    source: SourceDefinition,
    toSeen: (one: F) => readonly StepObservation[],
  ): F[] {
    const touched = fixtures.filter((fixture) => this.#find(fixture, toSeen(fixture)).has(source.path));
    return touched.length > 0 ? touched : [...fixtures];
  }

  #find(fixture: Fixture, seen: readonly StepObservation[]): ReadonlySet<string> {
    const known = this.#reached.get(fixture.name);
    if (known) return known;
    const reached = new Set<string>();
    const left = this.#sources.filter((source) => byKind[source.document.kind]?.(source, fixture, seen));
    for (let next = left.pop(); next; next = left.pop()) {
      if (reached.has(next.path)) continue;
      reached.add(next.path);
      const { text } = this.#texts.get(next)!;
      for (const other of this.#sources)
        if (
          !byKind[other.document.kind] &&
          !reached.has(other.path) &&
          this.#texts.get(other)!.names.some((name) => text.includes(name))
        )
          left.push(other);
    }
    this.#reached.set(fixture.name, reached);
    return reached;
  }
}

function toNames({ document }: SourceDefinition): string[] {
  const rules = document.kind === "rules" ? Object.keys((document as { rules?: object }).rules ?? {}) : [document.id];
  return rules.map((name) => JSON.stringify(name));
}

/**
 * Sorts fixtures by how many names and words of the mutated place they contain; rare words count more. A place in a
 * list item uses the item's words.
 */
export function sortByWords<F extends Fixture>(
  fixtures: readonly F[],
  { document }: SourceDefinition,
  pointer: string,
  toSeen: (one: F) => readonly StepObservation[],
): F[] {
  const steps = pointerSteps(pointer);
  const said = [...steps, ...listWords(getAt(document, toElement(document, pointer)))].filter(isWord);
  const words = [...new Set([...said.map((word) => word.toLowerCase()), ...steps.flatMap(toStems)])];
  const texts = new Map(fixtures.map((one) => [one, JSON.stringify([one, toSeen(one)]).toLowerCase()]));
  const worth = new Map(
    words.map((word) => [word, 1 / (1 + fixtures.filter((one) => texts.get(one)!.includes(word)).length)]),
  );
  const score = (one: F) =>
    words.reduce((sum, word) => (texts.get(one)!.includes(word) ? sum + worth.get(word)! : sum), 0);
  return fixtures.toSorted((one, other) => score(other) - score(one));
}

/** The innermost list item that contains a place, or the place itself. */
function toElement(document: unknown, pointer: string): string {
  const parts = pointer.split("/");
  for (let length = parts.length; length > 1; length--) {
    const at = parts.slice(0, length).join("/");
    if (/^\d+$/.test(parts[length - 1]!) && typeof getAt(document, at) === "object") return at;
  }
  return pointer;
}

/** Word stems of a key: a fixture with a reminder relates to `remindersAtDays`. */
const toStems = (key: string): string[] =>
  key
    .split(/(?=[A-Z])|[^a-zA-Z]/)
    .filter((word) => word.length >= 5)
    .map((word) => word.slice(0, 6).toLowerCase());

/** Short words and numbers occur everywhere. */
const isWord = (text: string): boolean => text.length >= 4 && !/^\d+$/.test(text);

function listWords(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...listWords(inner)])
    : [];
}
