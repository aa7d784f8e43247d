import { stepInto } from "#engine/base/known.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findMisfits } from "./parts/fit.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { worldsAt } from "./parts/typed-at.ts";

/** `set` writes another kind of value than the screen or the session keeps there. */
export const wrongTarget: Check = (set) =>
  listAllSteps(set).flatMap(({ source, pointer, step }) =>
    Object.entries((step["set"] ?? {}) as Record<string, unknown>).flatMap(([target, value]) => {
      const [root = "", key = ""] = target.split(".");
      const at = `${pointer}/set/${toPointerStep(target)}`;
      const kept = worldsAt(set, source, pointer).flatMap(({ roots }) => {
        const known = roots[root] && stepInto(roots[root], key);
        return known ? [known.schema] : [];
      });
      const misfit = kept.flatMap((wanted) => findMisfits(set, wanted, source, at, value))[0];
      return misfit ? [issueAt(source, misfit.pointer, "wrong-target", `${target}: ${misfit.message}`)] : [];
    }),
  );
