import { listNavigations } from "./parts/navigations.ts";
import { parametersOf, pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Parameters that the page fills in from the open transaction. */
export const filledIn: readonly string[] = ["orgId", "formId", "txnId", "txId"];

/** A parameter of the screen's path that nobody gives: there would be no address to go to. */
export const missingParameter: Check = (set) =>
  listNavigations(set).flatMap(({ source, pointer, step, target }) => {
    const given = [...Object.keys((step["params"] ?? {}) as object), ...filledIn];
    // The first path of a screen is the one that it is gone to.
    return parametersOf(pathsOf(target)[0] ?? "")
      .filter(({ name, optional }) => !optional && !given.includes(name))
      .map(({ name }) =>
        issueAt(
          source,
          pointer,
          "missing-parameter",
          `The address of the screen ${target.id} needs "${name}" under params`,
        ),
      );
  });
