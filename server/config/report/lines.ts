import { toLine } from "../check-schemas.ts";
import type { CheckReport, Written } from "./check-report.ts";

/** A line per issue, as an editor and a person can follow it, and what was looked at. */
export function toLines({ issues, allowed, documents, organisations, languages, seconds }: CheckReport): Written {
  const what = `${documents} documents, ${organisations} organisations, ${languages} languages`;
  const said = issues.length === 0 ? "all good" : `${issues.length} to mend`;
  const besides = allowed.length === 0 ? "" : `, ${allowed.length} allowed`;
  return {
    output: `${what}: ${said}${besides} (${seconds.toFixed(1)} s)`,
    ...(issues.length > 0 && { error: issues.map(toLine).join("\n") }),
  };
}
