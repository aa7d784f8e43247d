import { sql } from "drizzle-orm";
import { getAt } from "#engine/core/base/json-pointer.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { readAnswers } from "#server/wallet/submissions/read-answers.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { toHistory } from "#server/wallet/transactions/history.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "#server/wallet/transactions/load.ts";
import type { ReportedSubmission } from "./content.ts";

/** What is known about the verified submissions of a transaction beside their rows. */
interface Evidence {
  /** The ids of valid credentials, by submission. */
  credentials: ReadonlyMap<string, string>;
  /** Submissions that staff decided. */
  decidedByStaff: ReadonlySet<string>;
}

/** Each verification for a report, in the order of the request. Answers are in the language of `messages`. */
export async function readReported(
  db: Queryable,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  messages: MessageTexts,
): Promise<ReportedSubmission[]> {
  const evidence = await readEvidence(db, loaded.row.id);
  const reported: ReportedSubmission[] = [];
  for (const item of loaded.items) {
    const base = toBase(loaded, item);
    if (item.markedAsSkip || item.submissions.length === 0) {
      reported.push({ ...base, ...toWithoutSubmission(loaded, item) });
      continue;
    }
    for (const submission of item.submissions.filter(({ state }) => state === "COMPLETED")) {
      const answers = await readAnswers(db, { loaded, organisation, item, submission, messages });
      reported.push({ ...base, ...toSubmitted(loaded, item, submission, evidence), answers });
    }
  }
  return reported;
}

const toBase = ({ definitions }: LoadedTransaction, { name }: ItemRow): ReportedSubmission => ({
  verificationName: name,
  subType: name,
  label: english(definitions.verification(name)?.label ?? name),
  title: "",
  result: "verified",
  source: "provider",
  issuer: "",
  credentialId: "",
  answers: [],
});

/** A verification that was skipped, replaced by a credential, or proves the identity once for the profile. */
function toWithoutSubmission(
  { profile, transitions }: LoadedTransaction,
  { name, identity, markedAsSkip, presentation, state }: ItemRow,
): Partial<ReportedSubmission> {
  if (presentation) return { source: "credential", issuer: presentation.issuer, verifiedAt: presentation.presentedAt };
  if (markedAsSkip || state !== "COMPLETED") return { result: "skipped", source: "none" };
  const proofs = Object.values(profile.verificationDetailList).flatMap(({ verificationList }) => verificationList);
  const proof = identity ? proofs.find(({ type }) => type === name) : undefined;
  const verifiedAt = proof?.verifiedAt ?? toHistory(transitions, name).at(-1)?.at;
  return {
    source: identity ? "identity" : "provider",
    title: proof?.maskedNumber ?? "",
    ...(verifiedAt !== undefined && { verifiedAt }),
  };
}

function toSubmitted(
  { definitions, transitions }: LoadedTransaction,
  { name, identity }: ItemRow,
  { subType, data }: SubmissionRow,
  { credentials, decidedByStaff }: Evidence,
): Partial<ReportedSubmission> {
  const titleFrom = definitions.verification(name)?.titleFrom;
  const title = titleFrom === undefined ? undefined : getAt(data, titleFrom);
  const history = toHistory(transitions, subType);
  const submittedAt = history.findLast(({ state }) => state === "SUBMITTED")?.at;
  const verifiedAt = history.findLast(({ state }) => state === "COMPLETED")?.at;
  return {
    subType,
    title: typeof title === "string" ? title : "",
    source: decidedByStaff.has(subType) ? "console" : identity ? "identity" : "provider",
    credentialId: credentials.get(subType) ?? "",
    ...(submittedAt !== undefined && { submittedAt }),
    ...(verifiedAt !== undefined && { verifiedAt }),
  };
}

async function readEvidence(db: Queryable, txnId: string): Promise<Evidence> {
  const issued = await db.execute<{ id: string; sub_type: string }>(
    sql`select id, sub_type from credentials where transaction_id = ${txnId} and revoked_at is null`,
  );
  const decided = await db.execute<{ sub_type: string }>(sql`
    select distinct sub_type from verifier_events
    where transaction_id = ${txnId} and effect = 'applied' and outcome = 'complete' and staff_id is not null`);
  return {
    credentials: new Map(issued.rows.map(({ id, sub_type: subType }) => [subType, id])),
    decidedByStaff: new Set(decided.rows.map(({ sub_type: subType }) => subType)),
  };
}
