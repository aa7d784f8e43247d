import type { CheckReport, Written } from "./check-report.ts";

/** The report as it is: lines and columns from 1, pointers as RFC 6901 has them. */
export const toJson = (report: CheckReport): Written => ({ output: JSON.stringify(report, undefined, 2) });
