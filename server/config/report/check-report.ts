import type { CheckedSchemas } from "../check-schemas.ts";

/** What a check has found, for whoever asked. */
export interface CheckReport extends Readonly<Pick<CheckedSchemas, "issues" | "allowed">> {
  /** Where the documents stand, as the reader would name it: "schemas". */
  folder: string;
  documents: number;
  organisations: number;
  languages: number;
  seconds: number;
}

/** What is written for whoever reads on, and what for whoever mends. */
export interface Written {
  output: string;
  error?: string;
}
