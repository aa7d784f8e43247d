import { findNamed, kindsOf, literalsOf } from "#engine/base/known.ts";
import type { Judge } from "./judge.ts";
import { ofComparisons } from "./literal-comparisons.ts";

const known = [".reason", ".pointer"];

/**
 * A text that may be anything is compared with one word: whether it is ever that word, nobody can tell, and words that
 * people read are others in every language. What people type is compared as it is typed; a refusal's reason and the
 * place of a field that was refused are known.
 */
export const openComparison: Judge = (node) =>
  ofComparisons(node, ({ operator, known: { schema }, path }, { expr, pointer }) => {
    if (operator === undefined || typeof expr !== "string" || expr === "") return undefined;
    const kinds = kindsOf(schema);
    if (!kinds.has("text") || kinds.has("any") || literalsOf(schema) || findNamed(schema)) return undefined;
    if (path?.root === "data" || known.some((end) => path?.path.endsWith(end))) return undefined;
    const what = path?.path ?? "This";
    const how = path?.root === "view" || path?.root === "route" ? "declare its choices (enum)" : "compare a code";
    const message = `${what} may be any text: whether it is ever ${JSON.stringify(expr)} is a guess; ${how}`;
    return { pointer, code: "open-comparison", message };
  });
