import { keysOf, stepInto } from "#engine/base/known.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findRoot } from "#engine/scope/index.ts";
import type { Environment } from "./parts/environment.ts";
import { meantOf } from "./parts/meant.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { worldsAt } from "./parts/typed-at.ts";

/** `set` writes what the screen does not declare, or what documents may not write. */
export const unknownTarget: Check = (set) =>
  listAllSteps(set).flatMap(({ source, pointer, step }) =>
    Object.keys((step["set"] ?? {}) as object).flatMap((target): Issue[] => {
      const found = worldsAt(set, source, pointer).map((env) => findFault(target, env));
      const message = found.find((fault) => fault !== undefined);
      if (message === undefined) return [];
      return [issueAt(source, `${pointer}/set/${toPointerStep(target)}`, "unknown-target", message)];
    }),
  );

function findFault(target: string, { roots, where }: Environment): string | undefined {
  const [root = "", key = "", ...more] = target.split(".");
  if (more.length > 0) return `set writes a key of view or session as a whole, not ${target}`;
  if (root === "session") {
    const writable = findRoot("session")?.writable ?? [];
    return writable.includes(key)
      ? undefined
      : `Documents may not write session.${key}, only ${writable.join(", ")}${meantOf(key, writable)}`;
  }
  if (root !== "view") return `set writes view.* and session.* and nothing else, not ${target}`;
  const view = roots["view"];
  if (view && stepInto(view, key)) return undefined;
  const declared = view ? keysOf(view) : [];
  return `${where} declares no view.${key}${meantOf(key, declared)}`;
}
