import type { CheckReport, Written } from "./check-report.ts";
import { toJson } from "./json.ts";
import { toLines } from "./lines.ts";
import { toSarif } from "./sarif.ts";

/** Every way of writing a report down, by the name that `--format` takes. */
export const formats = { lines: toLines, json: toJson, sarif: toSarif } as const satisfies Record<
  string,
  (report: CheckReport) => Written
>;
export type Format = keyof typeof formats;

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
