import type { ConfigStatus } from "#engine/contract/config.ts";

/** States whether the saved definitions are served. A pinned release is served instead of anything saved. */
export function describeRelease({ ok, issues, pinned }: ConfigStatus): { text: string; good: boolean } {
  const mend = issues.length > 0 ? `, ${issues.length} to mend` : "";
  if (pinned)
    return {
      text: `Release ${pinned.release.slice(0, 8)} is pinned, so what you save is not shown; npm run releases -- newest ends that${mend}`,
      good: false,
    };
  return ok
    ? { text: `Served as saved${mend}`, good: true }
    : { text: `The last good release is shown: ${issues.length} to mend`, good: false };
}
