import { and, eq, inArray, sql } from "drizzle-orm";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import type { SavedSubmission } from "#engine/core/scope/shapes/verifications.ts";
import { getAt, setAt, listLeafValues } from "#engine/core/base/json-pointer.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { notFound, WalletError, fieldError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { submissionVersions } from "#server/platform/store/tables/cases.ts";
import { submissions } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import { stateConflict, recordActivity } from "../transactions/apply-transition.ts";
import { findSubmission, type ItemRow, type LoadedTransaction, type SubmissionRow } from "../transactions/load.ts";
import { validateSubmission, type SubmissionContext } from "./validate-submission.ts";
import { getTarget, removeDrafts, replaceSubmissionData, withoutCaptcha } from "./save.ts";
import { restoreSensitive } from "./sensitive.ts";
import { addSignatureImages, dropSignatureImages } from "./signatures.ts";
import { listHiddenPlaces } from "./hidden-values.ts";
import { findFileId } from "#server/files/storage/file-access.ts";
import { files } from "#server/platform/store/tables/files.ts";

type Data = Record<string, unknown>;

/**
 * Replaces one submission (PUT /bgv). After the submission of the form, support allows it for a time: then the verifier
 * sees both versions, and what the price depends on stays. Throws 104, 106, 109, 116.
 */
export async function replaceSubmission(
  tx: Queryable,
  context: SubmissionContext,
  loaded: LoadedTransaction,
  input: { subType: string; data: Data; captchaId?: string },
): Promise<SavedSubmission> {
  const { item, submission } = getSubmission(loaded, input.subType);
  const target = getTarget(loaded, item.name, "/subType");
  assertAllowed(loaded, context.services, { by: "verifications.replace", item, submission });
  const validated = await validateSubmission(tx, context, loaded, {
    ...target,
    data: restoreSensitive(target.form.model, input.data, submission.data),
    base: "/data",
    before: submission.data,
  });
  const isSubmitted = submission.state !== "DATA_SAVED";
  const errors = [
    ...validated.errors,
    ...(isSubmitted ? listPaidChanges(loaded, target.verification, submission.data, validated.submitted) : []),
  ];
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const answered = await withoutCaptcha(tx, context, loaded, target.verification, {
    captchaId: input.captchaId,
    data: validated.submitted,
    base: "/data",
  });
  const data = await addSignatureImages(tx, context, target.form.model, answered, submission.data);
  if (isSubmitted) await keepVersion(tx, submission, loaded.now);
  await replaceSubmissionData(tx, loaded, submission, data);
  await removeDrafts(tx, loaded.row.id, item.name, submission.subType);
  await recordActivity(tx, loaded.row.id, loaded.now);
  return {
    verificationName: item.name,
    subType: submission.subType,
    state: isSubmitted ? submission.state : "DATA_SAVED",
  };
}

/** What a paid price depends on and the new data change. */
function listPaidChanges(
  { row, definitions }: LoadedTransaction,
  { pricing }: VerificationDefinition,
  before: Data,
  after: Data,
): FieldError[] {
  if (definitions.request(row.formId).payment === "none") return [];
  return [pricing?.institution, pricing?.level].flatMap((at) =>
    at === undefined || getAt(before, at) === getAt(after, at)
      ? []
      : [fieldError(`/data${at}`, "paid", "value-is-paid")],
  );
}

/** Removes one submission before the form is submitted (DELETE /bgv). Throws 104, 109. → its verification's name. */
export async function removeSubmission(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
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
  await recordActivity(tx, loaded.row.id, loaded.now);
  return item.name;
}

/** Stores the fields that the verifier requested, and no others (POST /bgv/insufficiency). Throws 104, 106, 109. */
export async function repairSubmission(
  tx: Queryable,
  context: SubmissionContext,
  loaded: LoadedTransaction,
  input: { subType: string; data: Data },
): Promise<SavedSubmission & { state: "SUBMITTED" }> {
  const { item, submission } = getSubmission(loaded, input.subType);
  assertAllowed(loaded, context.services, { by: "verifications.repair", item, submission });
  const { insufficiency } = submission;
  if (!insufficiency) throw stateConflict(loaded.row.state, "nothing-requested");
  const target = getTarget(loaded, item.name, "/subType");
  const unrequested = listLeafValues(input.data)
    .filter(({ pointer }) => pointer !== "" && !isWithin(pointer, insufficiency.fields))
    .map(({ pointer }) => fieldError(`/data${pointer}`, "unrequested", "value-not-requested"));
  const restored = restoreSensitive(target.form.model, input.data, submission.data);
  const data = insufficiency.fields.reduce<Data>(
    (merged, at) => setAt(merged, at, getAt(restored, at)),
    submission.data,
  );
  const replacing = {
    before: dropSignatureImages(target.form.model, submission.data),
    places: insufficiency.mustChange ?? insufficiency.fields,
    toIdentity: await readFileHashes(tx, data, submission.data),
  };
  const validated = await validateSubmission(tx, context, loaded, {
    ...target,
    data,
    base: "/data",
    before: submission.data,
    only: insufficiency.fields,
    replacing,
  });
  const errors = [...unrequested, ...validated.errors];
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const drawn = await addSignatureImages(tx, context, target.form.model, validated.submitted, submission.data);
  const changed = [...insufficiency.fields, ...listHiddenPlaces(target.form.model)];
  const repaired = changed.reduce<Data>((merged, at) => {
    const value = getAt(drawn, at);
    return value === undefined && getAt(merged, at) === undefined ? merged : setAt(merged, at, value);
  }, submission.data);
  await keepVersion(tx, submission, loaded.now);
  const updated = await tx
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
  if (updated.length === 0) throw stateConflict(loaded.row.state, "nothing-requested");
  await removeDrafts(tx, loaded.row.id, item.name, submission.subType);
  await recordActivity(tx, loaded.row.id, loaded.now);
  return { verificationName: item.name, subType: submission.subType, state: "SUBMITTED" };
}

/** Keeps the answer that is replaced after the submission; its files stay with it. */
async function keepVersion(
  tx: Queryable,
  { transactionId, subType, data, insufficiency }: SubmissionRow,
  replacedAt: Date,
): Promise<void> {
  const version = sql<number>`(
    select coalesce(max(version), 0) + 1 from submission_versions
    where transaction_id = ${transactionId} and sub_type = ${subType})`;
  await tx.insert(submissionVersions).values({ transactionId, subType, version, data, insufficiency, replacedAt });
}

/** One submission of a transaction by its subType. Throws 404 (code 104). */
function getSubmission(loaded: LoadedTransaction, subType: string): { item: ItemRow; submission: SubmissionRow } {
  const found = findSubmission(loaded, subType);
  if (!found) throw notFound("submission");
  return found;
}

/**
 * Returns a function that replaces files, at any depth, by their hash. Two values with equal bytes then compare as
 * equal.
 */
async function readFileHashes(db: Queryable, ...data: unknown[]): Promise<(value: unknown) => unknown> {
  const ids = data.flatMap((one) => listLeafValues(one).flatMap(({ value }) => findFileId(value) ?? []));
  if (ids.length === 0) return (value) => value;
  const rows = await db
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.id, [...new Set(ids)]));
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  const identify = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(identify);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, identify(child)]));
    const id = findFileId(value);
    return id === undefined ? value : (hashes.get(id) ?? value);
  };
  return identify;
}
