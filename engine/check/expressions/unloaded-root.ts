import { findRoot, rootNames } from "#engine/scope/index.ts";
import type { Judge } from "./judge.ts";

const how = (root: string): string => {
  const entry = findRoot(root);
  if (entry && !entry.always) return "; it must be loaded";
  return (
    {
      item: "; only a list, a tile and their events bring one",
      data: "; only a form and its submit event bring it",
      result: "; only what follows a call has it",
      failure: "; only what follows a failed call has it",
    }[root] ?? ""
  );
};

/** A root that there is, but not here. */
export const unloadedRoot: Judge = ({ pointer, path }, { env }) => {
  if (!path?.failed || path.failed.at || !rootNames.includes(path.root)) return undefined;
  return {
    pointer,
    code: "unloaded-root",
    message: `"${path.path}": ${env.where} has no ${path.root}${how(path.root)}`,
  };
};
