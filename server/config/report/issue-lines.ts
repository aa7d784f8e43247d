import { isMissingTranslation } from "#engine/authoring/check/severity.ts";
import { toIssueLine, type LocatedIssue } from "../check-schemas.ts";

/** One line per issue, missing translations folded to one line per language unless all are asked for. */
export function toIssueLines(issues: readonly LocatedIssue[], all: boolean): string[] {
  if (all) return issues.map(toIssueLine);
  const byLanguage = new Map<string, LocatedIssue[]>();
  for (const issue of issues.filter(isMissingTranslation))
    byLanguage.set(issue.document, [...(byLanguage.get(issue.document) ?? []), issue]);
  return [
    ...issues.filter((issue) => !isMissingTranslation(issue)).map(toIssueLine),
    ...[...byLanguage.values()].map(toFolded),
  ];
}

function toFolded(issues: readonly LocatedIssue[]): string {
  const [first] = issues as readonly [LocatedIssue];
  const others = issues.length - 1;
  if (others === 0) return toIssueLine(first);
  return `${toIssueLine(first)}, and ${others} more sentences without a translation (npm run check -- --all lists them)`;
}
