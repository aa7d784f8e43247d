import { countOf } from "#engine/core/base/count-of.ts";
import type { ConfigStatus } from "#engine/contract/config.ts";

/** States whether the saved definitions are served. A pinned release is served instead of anything saved. */
export function describeRelease({ ok, issues, pinned }: ConfigStatus): { text: string; good: boolean } {
  const faults = issues.length > 0 ? `. ${countOf(issues.length, "fault")} to fix` : "";
  if (pinned)
    return {
      text: `Release ${pinned.release.slice(0, 8)} is pinned, so what you save is not shown; npm run releases -- newest ends that${faults}`,
      good: false,
    };
  return ok
    ? { text: `The saved definitions are served${faults}`, good: true }
    : { text: `The last good release is shown: ${countOf(issues.length, "fault")} to fix`, good: false };
}
