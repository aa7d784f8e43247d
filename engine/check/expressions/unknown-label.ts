import { describe, findNamed, kindsOf, literalsOf, type Named } from "#engine/base/known.ts";
import type { TypedNode } from "../parts/typed.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { labelled, listLabels } from "#engine/documents/labels.ts";
import { meant, type Judge } from "./judge.ts";

/** A label that no catalogue has: the catalogue is not one with labels, or a value that is asked for has none. */
export const unknownLabel: Judge = ({ operator, operands: [catalogue, key] }, _site, set) => {
  if (operator !== "label" || !catalogue || !key) return undefined;
  const name = catalogue.expr;
  if (typeof name !== "string" || !Object.hasOwn(labelled, name)) {
    const near = findNearest(String(name), Object.keys(labelled));
    return {
      pointer: catalogue.pointer,
      code: "unknown-catalogue",
      message: `"${String(name)}" has no labels${meant(near)}`,
    };
  }
  const labels = listLabels(name, set);
  const misnamed = findMisnamed(name, key);
  if (misnamed !== undefined) return { pointer: key.pointer, code: "unknown-label", message: misnamed };
  const without = (literalsOf(key.known.schema) ?? []).find((value) => value !== "" && !labels.has(String(value)));
  if (without === undefined || set.context.leftOut?.length) return undefined;
  const near = findNearest(String(without), labels);
  return {
    pointer: key.pointer,
    code: "unknown-label",
    message: `${name} has no label for "${String(without)}"${meant(near)}`,
  };
};

/** What the labels of a catalogue are found by, where that is a name. */
const keyedBy: Readonly<Record<string, Named>> = {
  providers: "provider",
  regions: "region",
  verifications: "verification",
  categories: "category",
};

/** What may be any text, or names something else, finds no label but by chance. */
function findMisnamed(catalogue: string, { operator, known, path, expr }: TypedNode): string | undefined {
  if (operator === undefined || kindsOf(known.schema).has("any") || literalsOf(known.schema)) return undefined;
  const wanted = Object.hasOwn(keyedBy, catalogue) ? keyedBy[catalogue] : undefined;
  const named = findNamed(known.schema);
  if (path?.root === "data" || (wanted !== undefined && named === wanted)) return undefined;
  return `${path?.path ?? JSON.stringify(expr)} is ${describe(known.schema)}; ${catalogue} has labels by other keys`;
}
