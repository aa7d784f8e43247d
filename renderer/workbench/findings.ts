import type { ConfigStatus } from "#engine/contract/config.ts";

type Issue = ConfigStatus["issues"][number];

/** Findings with the same code in one definition (all locales count as one), in their original order. */
export interface FindingGroup {
  document: string;
  code: string;
  issues: readonly Issue[];
}

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
