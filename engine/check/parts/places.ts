import type { Step } from "#engine/documents/steps.ts";
import type { Found } from "#engine/documents/walk.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** Something that a walk found, with the document in which it stands. */
export interface Place {
  readonly source: SourceDocument;
  readonly pointer: string;
  readonly value: unknown;
}

/** A step of an event or a flow. */
export interface PlacedStep {
  readonly source: SourceDocument;
  readonly pointer: string;
  readonly step: Step;
}

/** The place of a table of which a pointer leads into a row or into what holds otherwise; the pointer itself for any other. */
export const toTablePlace = (pointer: string): string =>
  pointer.replace(/\/(?:rows\/\d+\/(?:text|value)|otherwise)$/, "");

const bySlot = (set: DocumentSet): ReadonlyMap<string, readonly Place[]> => group(set, ({ slot }) => slot);
const byRef = (set: DocumentSet): ReadonlyMap<string, readonly Place[]> => group(set, ({ ref }) => ref);

function group(set: DocumentSet, nameOf: (found: Found) => string | undefined): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
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

const steps = (set: DocumentSet): readonly PlacedStep[] =>
  listSlots(set, "step").map(({ source, pointer, value }) => ({ source, pointer, step: value as Step }));

/** What stands in every slot of a name: "rule", "value", "text", "pattern", "step" … */
export const listSlots = (set: DocumentSet, slot: string): readonly Place[] => set.once(bySlot).get(slot) ?? [];

/** The names that documents give each other, by what they name: "screen", "form", "operation" … */
export const listReferences = (set: DocumentSet): ReadonlyMap<string, readonly Place[]> => set.once(byRef);

/** Every step of the documents, those of `then` and `failed` too. */
export const listAllSteps = (set: DocumentSet): readonly PlacedStep[] => set.once(steps);
