import type { ConfigStatus } from "#engine/api/config.ts";

/** Whether what is saved is what is shown, in words; a held release stands over whatever was saved. */
export function sayStanding({ ok, issues, held }: ConfigStatus): { said: string; good: boolean } {
  const mend = issues.length > 0 ? `, ${issues.length} to mend` : "";
  if (held)
    return {
      said: `Release ${held.release.slice(0, 8)} is held, and what you save is not shown; npm run releases -- newest ends that${mend}`,
      good: false,
    };
  return ok
    ? { said: `Served as saved${mend}`, good: true }
    : { said: `The last good release is shown: ${issues.length} to mend`, good: false };
}
