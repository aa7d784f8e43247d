import { toLine } from "../check-schemas.ts";
import type { CheckReport, Written } from "./check-report.ts";

/** A line per issue, as an editor and a person can follow it, and what was looked at. What languages lack, which may be much, comes first. */
export function toLines({ issues, allowed, documents, organisations, languages, seconds }: CheckReport): Written {
  const what = `${documents} documents, ${organisations} organisations, ${languages} languages`;
  const said = issues.length === 0 ? "all good" : `${issues.length} to mend`;
  const besides = allowed.length === 0 ? "" : `, ${allowed.length} allowed`;
  const lacksWords = ({ code }: (typeof issues)[number]): boolean => code === "missing-translation";
  const lines = [...issues.filter(lacksWords), ...issues.filter((issue) => !lacksWords(issue))];
  return {
    output: `${what}: ${said}${besides} (${seconds.toFixed(1)} s)`,
    ...(issues.length > 0 && { error: lines.map(toLine).join("\n") }),
  };
}
