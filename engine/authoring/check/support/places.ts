import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { KindName } from "#engine/core/definitions/kinds.ts";
import type { Step } from "#engine/core/definitions/steps.ts";
import type { Slot } from "#engine/core/definitions/find-slots.ts";
import type { DefinitionSet, SourceDefinition } from "./definition-set.ts";

/** A definition of one kind, as a place: its pointer is empty. */
export interface PlacedDefinition<K extends KindName = KindName> {
  readonly source: SourceDefinition;
  readonly pointer: "";
  readonly document: DefinitionOf<K>;
}

/** A slot or a reference of a definition, with its value. */
export interface PlacedValue {
  readonly source: SourceDefinition;
  readonly pointer: string;
  readonly value: unknown;
}

/** A step of an event or a flow. */
export interface PlacedStep {
  readonly source: SourceDefinition;
  readonly pointer: string;
  readonly step: Step;
}

/** Every definition of a kind. */
export const definitions =
  <K extends KindName>(kind: K) =>
  (set: DefinitionSet): PlacedDefinition<K>[] =>
    set.ofKind(kind).map((source) => ({ source, pointer: "", document: source.document as DefinitionOf<K> }));

/** The definition of a kind that has only one (a catalogue); undefined where it is missing. */
export function findCatalogue<K extends KindName>(
  set: DefinitionSet,
  kind: K,
): { source: SourceDefinition; document: DefinitionOf<K> } | undefined {
  const [source] = set.ofKind(kind);
  return source && { source, document: source.document as DefinitionOf<K> };
}

/** The pointer of a table, for a pointer to the content of a row or of `otherwise`; any other pointer unchanged. */
export const toTablePointer = (pointer: string): string =>
  pointer.replace(/\/(?:rows\/\d+\/(?:text|value)|otherwise)$/, "");

const bySlot = (set: DefinitionSet): ReadonlyMap<string, readonly PlacedValue[]> => group(set, ({ slot }) => slot);
const byReference = (set: DefinitionSet): ReadonlyMap<string, readonly PlacedValue[]> => group(set, ({ ref }) => ref);

function group(set: DefinitionSet, nameOf: (found: Slot) => string | undefined): Map<string, PlacedValue[]> {
  const groups = new Map<string, PlacedValue[]>();
  for (const source of set.sources) {
    for (const found of set.found(source)) {
      const name = nameOf(found);
      if (name === undefined) continue;
      const places = groups.get(name) ?? [];
      groups.set(name, places);
      places.push({ source, pointer: found.pointer, value: found.value });
    }
  }
  return groups;
}

/** The content of every slot of a name: "rule", "value", "text", "pattern", "step" … */
export const listSlots = (set: DefinitionSet, slot: string): readonly PlacedValue[] => set.once(bySlot).get(slot) ?? [];

/** Every reference to a kind of name: "screen", "form", "operation" … */
export const listReferences = (set: DefinitionSet, kind: string): readonly PlacedValue[] =>
  set.once(byReference).get(kind) ?? [];

/** The kinds of names that definitions refer to. */
export const listReferenceKinds = (set: DefinitionSet): Iterable<string> => set.once(byReference).keys();

const steps = (set: DefinitionSet): readonly PlacedStep[] =>
  listSlots(set, "step").map(({ source, pointer, value }) => ({ source, pointer, step: value as Step }));

/** Every step of the definitions, those of `then` and `failed` included. */
export const listSteps = (set: DefinitionSet): readonly PlacedStep[] => set.once(steps);

/** The indexes of values that occur earlier in a list. */
export function repeatedIndexes(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}
