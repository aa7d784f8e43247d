import { literalsOf } from "#engine/base/known.ts";
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
  const without = (literalsOf(key.known.schema) ?? []).find((value) => value !== "" && !labels.has(String(value)));
  if (without === undefined || set.context.leftOut?.length) return undefined;
  const near = findNearest(String(without), labels);
  return {
    pointer: key.pointer,
    code: "unknown-label",
    message: `${name} has no label for "${String(without)}"${meant(near)}`,
  };
};
