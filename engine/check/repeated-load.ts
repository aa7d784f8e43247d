import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A screen loads a root twice: only one of the two answers is kept. */
export const repeatedLoad: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const roots = ((source.document as DocumentOf<"screen">).load ?? []).map(({ root }) => root);
    return roots.flatMap((root, index) => {
      if (roots.indexOf(root) === index) return [];
      return [issueAt(source, `/load/${index}/root`, "repeated-load", `This screen loads ${root} already`)];
    });
  });
