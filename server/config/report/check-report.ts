import type { CheckedSchemas } from "../check-schemas.ts";

/** The result of a check. */
export interface CheckReport extends Readonly<Pick<CheckedSchemas, "issues" | "allowed">> {
  /** The folder, relative to the working directory of the command: "schemas". */
  folder: string;
  definitions: number;
  organisations: number;
  languages: number;
  seconds: number;
  /** Lists each missing translation. */
  all?: boolean;
}

/** Text for standard output and for standard error. */
export interface ReportText {
  output: string;
  error?: string;
}
