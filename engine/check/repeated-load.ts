import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A screen loads a root twice under no condition of its own, or the same one: only one of the two answers is kept. */
export const repeatedLoad: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const loads = ((source.document as DocumentOf<"screen">).load ?? []).map(({ root, when }) => ({ root, when }));
    return loads.flatMap(({ root, when }, index) => {
      const before = loads.slice(0, index).filter((load) => load.root === root);
      const isSame = (other: unknown) =>
        when === undefined || other === undefined || JSON.stringify(other) === JSON.stringify(when);
      if (!before.some((load) => isSame(load.when))) return [];
      return [issueAt(source, `/load/${index}/root`, "repeated-load", `This screen loads ${root} already`)];
    });
  });
