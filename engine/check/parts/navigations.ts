import type { Target } from "#engine/documents/address.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listAllSteps, type PlacedStep } from "./places.ts";
import type { DocumentSet } from "./set.ts";

/** A step that goes to a screen that there is, or a notice that opens one. */
export interface Navigation extends PlacedStep {
  readonly target: DocumentOf<"screen">;
}

const navigations = (set: DocumentSet): readonly Navigation[] =>
  [...listAllSteps(set), ...listOpenings(set)].flatMap((placed) => {
    const name = placed.step["navigate"];
    const target = typeof name === "string" ? set.find("screen", name) : undefined;
    return target ? [{ ...placed, target }] : [];
  });

/** What notices open, written as the step that would go there. */
const listOpenings = (set: DocumentSet): PlacedStep[] =>
  set.ofKind("messages").flatMap((source) => {
    const { notices = {} } = source.document as { notices?: Record<string, { opens?: Target }> };
    return Object.entries(notices).flatMap(([key, { opens }]) => {
      if (!opens) return [];
      const { screen, ...address } = opens;
      return [{ source, pointer: `/notices/${key}/opens`, step: { navigate: screen, ...address } }];
    });
  });

/** Every step that goes to a screen that there is, and every notice that opens one. */
export const listNavigations = (set: DocumentSet): readonly Navigation[] => set.once(navigations);
