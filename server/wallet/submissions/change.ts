import { and, eq } from "drizzle-orm";
import type { Saved } from "#engine/api/verifications.ts";
import { getAt, setAt } from "#engine/base/json-pointer.ts";
import { isWithin } from "#engine/form/form-model.ts";
import { notFound, WalletError, refusedField } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { submissions } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type Guarding } from "../transactions/guard.ts";
import { stateConflict, touch } from "../transactions/moves.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/rows.ts";
import { spendCaptcha } from "#server/accounts/captcha/spend.ts";
import { judge, type Giver } from "./context.ts";
import { identifyFiles } from "./file-identity.ts";
import { leafPaths } from "./leaf-paths.ts";
import { getTarget, removeDrafts, replaceData } from "./save.ts";
import { restoreSensitive } from "./sensitive.ts";

type Data = Record<string, unknown>;

/** Replaces one submission (PUT /bgv). Throws 104, 106, 109, 116. */
export async function replaceSubmission(
  tx: Queryable,
  giver: Giver,
  loaded: LoadedTransaction,
  given: { subType: string; data: Data; captchaId?: string },
): Promise<Saved> {
  const { item, submission } = getSubmission(loaded, given.subType);
  const target = getTarget(loaded, item.name, "/subType");
  assertAllowed(loaded, giver.services, { by: "verifications.replace", item, submission });
  const judged = await judge(tx, giver, loaded, {
    ...target,
    data: restoreSensitive(target.form.model, given.data, submission.data),
    base: "/data",
    before: submission.data,
  });
  if (judged.errors.length > 0) throw new WalletError("invalid", { fields: judged.errors });
  const data = await spendCaptcha(
    tx,
    { secrets: giver.services.secrets, candidateId: giver.candidate.id, transactionId: loaded.row.id },
    target.verification,
    { captchaId: given.captchaId, data: judged.submitted, base: "/data" },
  );
  await replaceData(tx, loaded, submission.subType, data);
  await removeDrafts(tx, loaded.row.id, item.name, submission.subType);
  await touch(tx, loaded.row.id, loaded.now);
  return { verificationName: item.name, subType: submission.subType, state: "DATA_SAVED" };
}

/** Takes one submission away before the form is submitted (DELETE /bgv). Throws 104, 109. → its verification's name. */
export async function removeSubmission(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Guarding,
  subType: string,
): Promise<string> {
  const { item, submission } = getSubmission(loaded, subType);
  assertAllowed(loaded, services, { by: "verifications.remove", item, submission });
  const removed = await tx
    .delete(submissions)
    .where(
      and(
        eq(submissions.transactionId, loaded.row.id),
        eq(submissions.subType, subType),
        eq(submissions.state, "DATA_SAVED"),
      ),
    )
    .returning({ subType: submissions.subType });
  if (removed.length === 0) throw stateConflict(loaded.row.state, "submitted");
  await removeDrafts(tx, loaded.row.id, item.name, subType);
  await touch(tx, loaded.row.id, loaded.now);
  return item.name;
}

/** Gives what the verifier missed (POST /bgv/insufficiency): only the fields asked for. Throws 104, 106, 109. */
export async function repairSubmission(
  tx: Queryable,
  giver: Giver,
  loaded: LoadedTransaction,
  given: { subType: string; data: Data },
): Promise<Saved & { state: "SUBMITTED" }> {
  const { item, submission } = getSubmission(loaded, given.subType);
  assertAllowed(loaded, giver.services, { by: "verifications.repair", item, submission });
  const { insufficiency } = submission;
  if (!insufficiency) throw stateConflict(loaded.row.state, "nothing-asked");
  const target = getTarget(loaded, item.name, "/subType");
  const unasked = leafPaths(given.data)
    .filter(({ pointer }) => pointer !== "" && !isWithin(pointer, insufficiency.fields))
    .map(({ pointer }) => refusedField(`/data${pointer}`, "unasked", "value-not-asked"));
  const restored = restoreSensitive(target.form.model, given.data, submission.data);
  const data = insufficiency.fields.reduce<Data>(
    (merged, at) => setAt(merged, at, getAt(restored, at)),
    submission.data,
  );
  const replacing = {
    before: submission.data,
    places: insufficiency.places ?? insufficiency.fields,
    toIdentity: await identifyFiles(tx, data, submission.data),
  };
  const judged = await judge(tx, giver, loaded, {
    ...target,
    data,
    base: "/data",
    before: submission.data,
    only: insufficiency.fields,
    replacing,
  });
  const errors = [...unasked, ...judged.errors];
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const repaired = insufficiency.fields.reduce<Data>(
    (merged, at) => setAt(merged, at, getAt(judged.submitted, at)),
    submission.data,
  );
  const moved = await tx
    .update(submissions)
    .set({ state: "SUBMITTED", data: repaired, insufficiency: null, reason: null, updatedAt: loaded.now })
    .where(
      and(
        eq(submissions.transactionId, loaded.row.id),
        eq(submissions.subType, submission.subType),
        eq(submissions.state, "INSUFFICIENT_DATA"),
      ),
    )
    .returning({ subType: submissions.subType });
  if (moved.length === 0) throw stateConflict(loaded.row.state, "nothing-asked");
  await removeDrafts(tx, loaded.row.id, item.name, submission.subType);
  await touch(tx, loaded.row.id, loaded.now);
  return { verificationName: item.name, subType: submission.subType, state: "SUBMITTED" };
}

/** One submission of a transaction by its subType. Throws 404 (code 104). */
export function getSubmission(
  loaded: LoadedTransaction,
  subType: string,
): { item: ItemRow; submission: SubmissionRow } {
  for (const item of loaded.items) {
    const submission = item.submissions.find((entry) => entry.subType === subType);
    if (submission) return { item, submission };
  }
  throw notFound("submission");
}
