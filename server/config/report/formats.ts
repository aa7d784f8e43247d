import { countOf } from "#engine/core/base/count-of.ts";
import type { CheckReport, ReportText } from "./check-report.ts";
import { toIssueLines } from "./issue-lines.ts";
import { toSarif } from "./sarif.ts";

/** One line per issue, errors first, then a summary. */
function toLines({
  issues,
  allowed,
  all = false,
  definitions,
  organisations,
  languages,
  seconds,
}: CheckReport): ReportText {
  const counts = [
    countOf(definitions, "definition"),
    countOf(organisations, "organisation"),
    countOf(languages, "language"),
  ].join(", ");
  const result = issues.length === 0 ? "all good" : countOf(issues.length, "fault");
  const allowances = allowed.length === 0 ? "" : `, ${allowed.length} allowed`;
  return {
    output: `${counts}: ${result}${allowances} (${seconds.toFixed(1)} s)`,
    ...(issues.length > 0 && { error: toIssueLines(issues, all).join("\n") }),
  };
}

/** The whole report: lines and columns from 1, pointers by RFC 6901. */
const toJson = (report: CheckReport): ReportText => ({ output: JSON.stringify(report, undefined, 2) });

/** The formats of a check report, by the name that `--format` takes. One more: a function, and an entry. */
export const formats = { lines: toLines, json: toJson, sarif: toSarif } as const satisfies Record<
  string,
  (report: CheckReport) => ReportText
>;
export type Format = keyof typeof formats;

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
