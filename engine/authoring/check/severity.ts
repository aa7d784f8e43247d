import type { Issue } from "#engine/core/base/issue.ts";
import { allowable } from "./index.ts";

/** An error prevents publishing. With a warning everything works. */
export type Severity = "error" | "warning";

const missingTranslation = "text/missing-translation";

export const isMissingTranslation = ({ code }: Pick<Issue, "code">): boolean => code === missingTranslation;

/** A code of the reader, of a file that is no JSON, is an error too. */
export const toSeverity = ({ code }: Pick<Issue, "code">): Severity => (allowable.has(code) ? "warning" : "error");

const rank = (issue: Issue): number => (isMissingTranslation(issue) ? 2 : toSeverity(issue) === "warning" ? 1 : 0);

/** Issues by severity: errors, warnings, then missing translations, because there may be many. */
export const orderBySeverity = <I extends Issue>(issues: readonly I[]): I[] =>
  issues.toSorted((a, b) => rank(a) - rank(b));
