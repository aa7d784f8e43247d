import { toPointerStep } from "#engine/base/json-pointer.ts";
import { openingQuery } from "#engine/documents/opening.ts";
import { meantOf } from "./parts/meant.ts";
import { listNavigations } from "./parts/navigations.ts";
import { parameterNames } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A screen is given something in its address or its state that it does not declare, so that it can never read it. */
export const unknownParameter: Check = (set) =>
  listNavigations(set).flatMap(({ source, pointer, step, target }) => {
    const declared = {
      params: parameterNames(target),
      query: [...Object.keys(target.query ?? {}), ...Object.keys(openingQuery)],
      state: Object.keys(target.state ?? {}),
    };
    return Object.entries(declared).flatMap(([part, names]) =>
      Object.keys((step[part] ?? {}) as object)
        .filter((name) => !names.includes(name))
        .map((name) => {
          const message = `The screen ${target.id} declares no "${name}" under ${part}${meantOf(name, names)}`;
          return issueAt(source, `${pointer}/${part}/${toPointerStep(name)}`, "unknown-parameter", message);
        }),
    );
  });
