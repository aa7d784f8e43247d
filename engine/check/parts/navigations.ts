import type { DocumentOf } from "#engine/documents/document-of.ts";
import { listAllSteps, type PlacedStep } from "./places.ts";
import type { DocumentSet } from "./set.ts";

/** A step that goes to a screen that there is. */
export interface Navigation extends PlacedStep {
  readonly target: DocumentOf<"screen">;
}

const navigations = (set: DocumentSet): readonly Navigation[] =>
  listAllSteps(set).flatMap((placed) => {
    const name = placed.step["navigate"];
    const target = typeof name === "string" ? set.find("screen", name) : undefined;
    return target ? [{ ...placed, target }] : [];
  });

/** Every step that goes to a screen that there is. */
export const listNavigations = (set: DocumentSet): readonly Navigation[] => set.once(navigations);
