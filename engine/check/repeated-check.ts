import { listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two checks of one form with the same id. */
export const repeatedCheck: Check = (set) =>
  listForms(set).flatMap(({ source, form: { checks = [] } }) =>
    checks.flatMap(({ id }, index) =>
      checks.findIndex((check) => check.id === id) === index
        ? []
        : [issueAt(source, `/checks/${index}/id`, "repeated-check", `This form has a check "${id}" already`)],
    ),
  );
