import type { FieldError } from "#engine/core/form/validate.ts";
import type { FormStore } from "../form-store.ts";

/** The line of an error in the summary; in a row it begins with the heading of the row: "Job 2: From is required". */
export function toSummaryLine(store: Pick<FormStore, "rowTitle">, { pointer, message }: FieldError): string {
  const row = store.rowTitle(pointer);
  return row === undefined ? message : `${row}: ${message}`;
}
