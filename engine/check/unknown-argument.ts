import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listGiven } from "./parts/given.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Something is given that is not taken: the server would refuse it, long after the check. */
export const unknownArgument: Check = (set) =>
  listGiven(set).flatMap(({ source, pointer, what, arguments: known, values }) =>
    Object.keys(values)
      .filter((name) => !known.has(name))
      .map((name) => {
        const message = `${what} takes no "${name}"${meantOf(name, known.keys())}`;
        return issueAt(source, `${pointer}/with/${toPointerStep(name)}`, "unknown-argument", message);
      }),
  );
