import { canBe, describe, kindsOf, literalsOf } from "#engine/base/known.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { listWords } from "../parts/meant.ts";
import type { Site } from "../parts/sites.ts";
import type { TypedNode } from "../parts/typed.ts";
import { meant, type Finding, type Judge } from "./judge.ts";

/** What stands here is not what the place wants: a rule that answers no yes or no, a text that is a list, a tone that there is not. */
export const unfitValue: Judge = (node, site) => {
  const { schema } = node.known;
  const kinds = kindsOf(schema);
  if (site.slot === "rule" && !kinds.has("boolean") && !kinds.has("any"))
    return { pointer: "", code: "not-a-rule", message: `A rule answers yes or no; this is ${describe(schema)}` };
  if (site.slot === "text" && !canBe(schema, { type: ["string", "number"] }))
    return { pointer: "", code: "not-a-text", message: `${describe(schema)} is no text` };
  return site.slot === "value" && site.expected ? findMisfit(node, site) : undefined;
};

function findMisfit({ known, operator, expr }: TypedNode, { expected = {} }: Site): Finding | undefined {
  if (!canBe(known.schema, expected)) {
    const message = `${describe(expected)} is wanted here, this is ${describe(known.schema)}`;
    return { pointer: "", code: "wrong-type", message };
  }
  const choices = literalsOf(expected);
  const given = literalsOf(known.schema) ?? [];
  const stranger = choices ? given.find((value) => value !== "" && !choices.includes(value)) : undefined;
  if (stranger === undefined) return undefined;
  const near = findNearest(String(stranger), (choices ?? []).map(String));
  const what = operator === undefined ? JSON.stringify(expr) : `"${String(stranger)}", which this can be,`;
  const message = `${what} is none of ${listWords(choices ?? [])}${meant(near)}`;
  return { pointer: "", code: "outside-enum", message };
}
