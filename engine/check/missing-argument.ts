import { listGiven } from "./parts/given.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An argument that must be given, that the client does not fill in, and that is not there. */
export const missingArgument: Check = (set) =>
  listGiven(set).flatMap(({ source, pointer, what, arguments: known, values }) =>
    [...known]
      .filter(([name, { required }]) => required && !Object.hasOwn(values, name))
      .map(([name]) => issueAt(source, pointer, "missing-argument", `${what} needs "${name}"`)),
  );
