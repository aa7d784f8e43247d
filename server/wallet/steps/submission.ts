import type { Doer } from "#engine/documents/states-catalogue.ts";
import { toKnownName } from "#server/accounts/profile/profile.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { isAllExpress } from "../transactions/cart.ts";
import {
  fromNow,
  moveSubmissions,
  moveTransaction,
  setMovedBy,
  settle,
  type SettleServices,
} from "../transactions/moves.ts";
import type { LoadedTransaction } from "../transactions/rows.ts";
import { addWorkingDays } from "./working-days.ts";

/**
 * Hands a transaction that may be submitted to the verifier: its submissions go SUBMITTED, then IN_PROGRESS, an end is
 * promised, the evaluation is asked for, and the name under which it was given is kept. `by` is the operation or payment
 * that does it, and that was asked for.
 */
export async function submitTransaction(
  tx: Queryable,
  loaded: LoadedTransaction,
  by: Doer,
  services: SettleServices,
  express = false,
): Promise<LoadedTransaction> {
  const { row, now, items } = loaded;
  const sooner = express && isAllExpress(loaded) ? findExpressDays(loaded) : undefined;
  const promised = sooner ?? findLimits(services.config)?.verifiedWithinWorkingDays;
  await setMovedBy(tx, by);
  await moveTransaction(tx, row, "IN_PROGRESS", now, {
    submittedAt: now,
    holderName: toKnownName(loaded.profile),
    express,
    ...fromNow(now),
    ...(promised && {
      expectedMin: addWorkingDays(now, promised.least),
      expectedMax: addWorkingDays(now, promised.most),
    }),
    evaluationState: "evaluationRequested",
  });
  const subTypes = items
    .filter((item) => !item.markedAsSkip)
    .flatMap((item) => item.submissions.map((submission) => submission.subType));
  const moved: LoadedTransaction = { ...loaded, row: { ...row, state: "IN_PROGRESS" } };
  const along = { by: "transaction", subTypes } as const;
  await moveSubmissions(tx, moved, services, { ...along, from: "DATA_SAVED", to: "SUBMITTED" });
  await moveSubmissions(tx, moved, services, { ...along, from: "SUBMITTED", to: "IN_PROGRESS" });
  return settle(tx, row.id, services);
}

const findExpressDays = ({ documents, row }: LoadedTransaction) =>
  documents.request(row.formId).evaluation?.expressWithinWorkingDays;
