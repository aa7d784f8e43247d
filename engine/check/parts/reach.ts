import { listAllSteps, type PlacedStep } from "./places.ts";
import type { DocumentSet, SourceDocument } from "./set.ts";

/** The steps that each screen can take: its own, and those of every flow that they run. */
const reached = (set: DocumentSet): ReadonlyMap<SourceDocument, readonly PlacedStep[]> => {
  const own = new Map<SourceDocument, PlacedStep[]>();
  for (const placed of listAllSteps(set)) own.set(placed.source, [...(own.get(placed.source) ?? []), placed]);
  return new Map(
    set.ofKind("screen").map((screen) => {
      const seen = new Set([screen]);
      for (const source of seen) {
        for (const { step } of own.get(source) ?? []) {
          const flow = typeof step["run"] === "string" ? set.source("flow", step["run"]) : undefined;
          if (flow) seen.add(flow);
        }
      }
      return [screen, [...seen].flatMap((source) => own.get(source) ?? [])];
    }),
  );
};

/** The steps that each screen can take: its own, and those of every flow that they run. */
export const stepsOfScreens = (set: DocumentSet): ReadonlyMap<SourceDocument, readonly PlacedStep[]> =>
  set.once(reached);
