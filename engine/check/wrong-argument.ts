import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findMisfits } from "./parts/fit.ts";
import { listGiven } from "./parts/given.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An argument of another kind than its operation takes, or a word that it does not know. */
export const wrongArgument: Check = (set) =>
  listGiven(set).flatMap(({ source, pointer, what, arguments: known, values }) =>
    Object.entries(values).flatMap(([name, value]) => {
      const argument = known.get(name);
      if (!argument) return [];
      const misfits = findMisfits(set, argument.schema, source, `${pointer}/with/${toPointerStep(name)}`, value);
      return misfits.map((misfit) =>
        issueAt(source, misfit.pointer, "wrong-argument", `"${name}" of ${what}: ${misfit.message}`),
      );
    }),
  );
