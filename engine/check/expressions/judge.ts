import type { Site } from "../parts/sites.ts";
import type { DocumentSet } from "../parts/set.ts";
import type { TypedNode } from "../parts/typed.ts";

/** What is wrong with a node; `pointer` is relative to its expression. */
export interface Finding {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Looks at one node of an expression in one of its worlds: at an operator with its operands, or at the whole. */
export type Judge = (node: TypedNode, site: Site, set: DocumentSet) => Finding | undefined;

/** Whether people read what stands here: a text that is a value, or what fills a gap. */
export const isSaid = ({ slot, expected }: Site): boolean => slot === "text" || expected?.["x-said"] === true;

/** What was probably meant, as the end of a sentence. */
export const meant = (near: string | undefined): string => (near === undefined ? "" : `; did you mean "${near}"?`);
