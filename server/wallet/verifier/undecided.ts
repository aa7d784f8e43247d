import type { LoadedTransaction, SubmissionRow } from "../transactions/load.ts";

/** Submissions that a verifier has to decide; skipped verifications are excluded. */
export function listUndecided({ items }: Pick<LoadedTransaction, "items">): SubmissionRow[] {
  return items
    .filter((item) => !item.markedAsSkip)
    .flatMap((item) => item.submissions.filter(({ state }) => state === "IN_PROGRESS" || state === "SUBMITTED"));
}

/** Completed submissions, whose credentials can be withdrawn. */
export function listCompleted({ items }: Pick<LoadedTransaction, "items">): SubmissionRow[] {
  return items.flatMap((item) => item.submissions.filter(({ state }) => state === "COMPLETED"));
}
