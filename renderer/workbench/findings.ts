import type { ConfigStatus } from "#engine/api/config.ts";

type Issue = ConfigStatus["issues"][number];

/** Findings of one kind in one document (a language is one), in the order in which they were found. */
export interface FindingGroup {
  document: string;
  code: string;
  issues: readonly Issue[];
}

/** What is wrong, told together where it is the same kind in the same document. */
export function groupFindings(issues: readonly Issue[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup & { issues: Issue[] }>();
  for (const issue of issues) {
    const { document, code } = issue;
    const key = `${document} ${code}`;
    const group = groups.get(key) ?? { document, code, issues: [] };
    group.issues.push(issue);
    groups.set(key, group);
  }
  return [...groups.values()];
}
