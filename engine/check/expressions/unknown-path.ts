import { keysOf } from "#engine/base/known.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { rootNames } from "#engine/scope/index.ts";
import { meant, type Judge } from "./judge.ts";

/** A path that leads nowhere: its root is nobody's, or its contract has no such key. */
export const unknownPath: Judge = ({ pointer, path }) => {
  if (!path?.failed) return undefined;
  const { step, at } = path.failed;
  if (!at) {
    if (rootNames.includes(path.root)) return undefined;
    const near = findNearest(path.root, rootNames);
    return { pointer, code: "unknown-root", message: `"${path.path}" reads no known root${meant(near)}` };
  }
  const near = findNearest(step, keysOf(at));
  return { pointer, code: "unknown-path", message: `"${path.path}": there is no "${step}" there${meant(near)}` };
};
