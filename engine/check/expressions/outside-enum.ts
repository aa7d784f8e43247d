import { literalsOf } from "#engine/base/known.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { listWords } from "../parts/meant.ts";
import type { TypedNode } from "../parts/typed.ts";
import { meant, type Finding, type Judge } from "./judge.ts";

/** A value is compared with one that it can never be: a mistyped state, code or name. */
export const outsideEnum: Judge = (node) => {
  const [left, right] = node.operands;
  if (!left || !right) return undefined;
  if (node.operator === "===" || node.operator === "!==") return compare(left, right) ?? compare(right, left);
  if (node.operator !== "in" || !Array.isArray(right.expr)) return undefined;
  return right.operands.map((one) => compare(left, one)).find((found) => found !== undefined);
};

function compare(value: TypedNode, literal: TypedNode): Finding | undefined {
  const choices = literal.operator === undefined ? literalsOf(value.known.schema) : undefined;
  const written = literal.expr;
  if (!choices || choices.length === 0 || typeof written === "object" || choices.includes(written)) return undefined;
  const texts = choices.filter((choice) => typeof choice === "string");
  const near = findNearest(String(written), texts);
  const what = value.path?.path ?? "This";
  return {
    pointer: literal.pointer,
    code: "outside-enum",
    message: `${what} is never ${JSON.stringify(written)}, it is one of ${listWords(choices)}${meant(near)}`,
  };
}
