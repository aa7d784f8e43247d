import { findNamed, type Named } from "#engine/base/known.ts";
import { meantOf } from "../parts/meant.ts";
import { listNames } from "../parts/names.ts";
import type { Judge } from "./judge.ts";
import { ofComparisons } from "./literal-comparisons.ts";

/** A name is compared with one that nothing has: a mistyped verification, provider or region. */
export const unknownName: Judge = (node, _site, set) =>
  ofComparisons(node, (value, { expr, pointer }) => {
    const named = findNamed(value.known.schema);
    const known = named && listNames(set, named);
    if (!known || known.size === 0 || expr === "" || known.has(String(expr as string))) return undefined;
    if (set.context.leftOut?.length) return undefined;
    const message = `There is no ${words[named] ?? named} "${String(expr as string)}"${meantOf(String(expr as string), known)}`;
    return { pointer, code: "unknown-name", message };
  });

const words: Partial<Record<Named, string>> = { label: "verification with the label" };
