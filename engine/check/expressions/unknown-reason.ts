import { meantOf } from "../parts/meant.ts";
import { listReasons } from "../parts/reasons.ts";
import type { Judge } from "./judge.ts";
import { ofComparisons } from "./literal-comparisons.ts";

/** What an operation is refused for is compared with a reason that nothing gives. */
export const unknownReason: Judge = (node, _site, set) =>
  ofComparisons(node, ({ path }, { expr, pointer }) => {
    const [, root, operation] = reasonPath.exec(path?.path ?? "") ?? [];
    if (operation === undefined || typeof expr !== "string") return undefined;
    const known = listReasons(set).get(`${root} ${operation}`);
    if (!known || known.has(expr) || set.context.leftOut?.length) return undefined;
    const message = `Nothing refuses ${operation} for "${expr}"${meantOf(expr, known)}`;
    return { pointer, code: "unknown-reason", message };
  });

const reasonPath = /^(transaction|item)\.allowed\.(\w+\.[\w-]+)\.reason$/;
