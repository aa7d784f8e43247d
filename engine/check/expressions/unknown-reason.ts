import { meantOf } from "../parts/meant.ts";
import { listReasons } from "../parts/reasons.ts";
import type { DocumentSet } from "../parts/set.ts";
import type { TypedNode } from "../parts/typed.ts";
import type { Finding, Judge } from "./judge.ts";

/** What an operation is refused for is compared with a reason that nothing gives. */
export const unknownReason: Judge = ({ operator, operands: [left, right] }, _site, set) => {
  if (!left || !right) return undefined;
  if (operator === "===" || operator === "!==") return compare(set, left, right) ?? compare(set, right, left);
  if (operator !== "in") return undefined;
  return right.operands.map((one) => compare(set, left, one)).find((found) => found !== undefined);
};

function compare(set: DocumentSet, { path }: TypedNode, literal: TypedNode): Finding | undefined {
  const [, root, operation] = /^(transaction|item)\.allowed\.(\w+\.[\w-]+)\.reason$/.exec(path?.path ?? "") ?? [];
  if (operation === undefined || literal.operator !== undefined || typeof literal.expr !== "string") return undefined;
  const known = listReasons(set).get(`${root} ${operation}`);
  if (!known || known.has(literal.expr) || set.context.leftOut?.length) return undefined;
  const message = `Nothing refuses ${operation} for "${literal.expr}"${meantOf(literal.expr, known)}`;
  return { pointer: literal.pointer, code: "unknown-reason", message };
}
