import { elementOf, keysOf, stepInto } from "#engine/base/known.ts";
import { meantOf } from "../parts/meant.ts";
import type { Judge } from "./judge.ts";

/** A key is looked up that no entry of the map has. */
export const unknownField: Judge = ({ operator, operands: [map, , field] }) => {
  if (operator !== "lookup" || !map || !field || typeof field.expr !== "string") return undefined;
  const entry = elementOf(map.known);
  if (!entry || stepInto(entry, field.expr)) return undefined;
  const message = `An entry has no "${field.expr}"${meantOf(field.expr, keysOf(entry))}`;
  return { pointer: field.pointer, code: "unknown-path", message };
};
