import { sql } from "drizzle-orm";
import type { Decision, Preview } from "#engine/core/scope/shapes/cases.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { fieldError, invalidField, notFound, WalletError, withReason, type FieldError } from "#server/errors.ts";
import type { OutgoingMessage } from "#server/messaging/outbox/outbox.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { findForm } from "#server/wallet/submissions/form-validation.ts";
import { findReason } from "#server/wallet/transactions/english-text.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { findSubmission, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import {
  applyVerifierResult,
  outcomes,
  type Decider,
  type DecidedSubmission,
} from "#server/wallet/verifier/apply-result.ts";
import { toCaseRequest } from "./case.ts";
import { readVersions } from "./versions.ts";
import { assertFree, getCase, type CaseKeys } from "./queue.ts";

const openStates: readonly State[] = ["SUBMITTED", "IN_PROGRESS"];

/**
 * Decides a case by the function that also applies providers' results; → the state of the submission. Of two decisions
 * at the same time the second is refused. Throws 404, 409 (109) when it needs no decision, a colleague works on it or
 * a rule forbids it, 409 (111) when the candidate has changed the answer since it was read, and 422.
 */
export async function decideCase(
  services: Services,
  keys: CaseKeys,
  { decision, staffId }: { decision: Decision; staffId: string },
): Promise<{ state: State }> {
  await apply(services, keys, { decision, staffId });
  return { state: outcomes[decision.outcome] };
}

/** A preview is complete: undoes it. */
class PreviewDone extends Error {}

/**
 * Decides a case, reads what leaves for the candidate, and undoes all of it: the preview cannot differ from the
 * decision. Throws what `decideCase` throws.
 */
export async function previewDecision(
  services: Services,
  keys: CaseKeys,
  { decision, staffId }: { decision: Decision; staffId: string },
): Promise<Preview> {
  const messageList: Preview["messageList"] = [];
  const write = async (_tx: Queryable, { channel, subject, text }: OutgoingMessage) => {
    messageList.push({ channel, ...(subject && { subject }), text });
  };
  const recording: Services = { ...services, outbox: { ...services.outbox, write, flushSoon: () => undefined } };
  let settled: LoadedTransaction | undefined;
  const settle = async (after: LoadedTransaction) => {
    settled = after;
    throw new PreviewDone();
  };
  await apply(recording, keys, { decision, staffId, settle }).catch((error: unknown) => {
    if (!(error instanceof PreviewDone)) throw error;
  });
  const found = settled && findSubmission(settled, keys.subType);
  if (!settled || !found) throw notFound("case");
  const language = await readLanguage(services.db, settled.row.candidateId);
  const messages = services.findMessageTexts(language, keys.orgId);
  const { reason, insufficiency } = found.submission;
  const { definitions } = settled;
  const model = findForm(definitions, definitions.verification(found.item.name))?.model;
  return {
    language,
    messageList,
    ...(reason !== null && { reason: messages.formatReason(reason) }),
    fieldList: insufficiency
      ? toCaseRequest(insufficiency, model, messages).fieldList.map((one) => ({
          ...one,
          label: messages.translate(one.label),
        }))
      : [],
  };
}

async function readLanguage(db: Queryable, candidateId: string): Promise<string> {
  const { rows } = await db.execute<{ locale: string }>(sql`select locale from candidates where id = ${candidateId}`);
  return rows[0]?.locale ?? "en";
}

async function apply(
  services: Services,
  keys: CaseKeys,
  { decision, staffId, settle }: { decision: Decision; staffId: string; settle?: NonNullable<Decider["settle"]> },
): Promise<void> {
  const { outcome, version } = decision;
  const event = { eventId: newId(), txnId: keys.txnId, subType: keys.subType, outcome };
  const decider: Decider = {
    by: "cases.decide",
    staffId,
    isHeld: true,
    assert: async (tx, loaded, found) => {
      assertDecidable(services, keys, loaded, found, outcomes[outcome]);
      assertFree(await getCase(services, keys, tx), staffId);
      const known = (await readVersions(tx, keys)).length + 1;
      if (known !== version) throw new WalletError("draftConflict", { data: { version: known } });
      if (decision.outcome === "insufficient") assertFields(loaded, found!, decision.fieldList);
    },
  };
  const { reason, fieldReasons } = toReasons(services, keys.orgId, decision);
  const result = await applyVerifierResult(
    services,
    { ...event, ...(reason !== undefined && { reason }), ...(fieldReasons && { fields: Object.keys(fieldReasons) }) },
    { ...decider, ...(fieldReasons && { fieldReasons }), ...(settle && { settle }) },
  );
  if (!result) throw notFound("case");
  if (result.effect !== "applied") throw new WalletError("stateConflict", withReason("case-not-open"));
}

/** Withdraws the credential of a verified case. Throws 404, 409 without a valid one, 422. */
export async function withdrawCase(
  services: Services,
  keys: CaseKeys,
  { reason, staffId }: { reason: string; staffId: string },
): Promise<void> {
  const event = { eventId: newId(), txnId: keys.txnId, subType: keys.subType, outcome: "withdraw" as const };
  const text = findReason(services.config, keys.orgId, "withdrawn", reason);
  if (text === undefined) throw invalidField("/reason", "enum", "reason-not-known");
  const result = await applyVerifierResult(
    services,
    { ...event, reason: text },
    {
      by: "cases.decide",
      staffId,
      assert: async (tx: Queryable) => void (await getCase(services, keys, tx)),
    },
  );
  if (result?.effect !== "applied") throw new WalletError("stateConflict", withReason("case-not-open"));
}

function assertDecidable(
  services: Services,
  { orgId }: CaseKeys,
  loaded: LoadedTransaction,
  found: DecidedSubmission | undefined,
  to: State,
): void {
  if (!found || loaded.row.orgId !== orgId) throw notFound("case");
  const { item, submission } = found;
  if (!openStates.includes(submission.state))
    throw new WalletError("stateConflict", { ...withReason("case-not-open"), data: { state: submission.state } });
  const by = "cases.decide";
  const started = { ...submission, state: "IN_PROGRESS" as const };
  // A case that is not started yet is started by its decision.
  if (submission.state !== started.state) assertAllowed(loaded, services, { by, item, submission, to: started.state });
  assertAllowed(loaded, services, { by, item, submission: started, to });
}

function assertFields(
  { definitions }: LoadedTransaction,
  { item }: DecidedSubmission,
  fieldList: readonly { at: string }[],
): void {
  const model = findForm(definitions, definitions.verification(item.name))?.model;
  const unknown = fieldList.flatMap(({ at }, index): FieldError[] =>
    model?.fields.some(({ pointer }) => isWithin(pointer, [at]))
      ? []
      : [fieldError(`/fieldList/${index}/at`, "enum", "field-not-known")],
  );
  if (unknown.length > 0) throw new WalletError("invalid", { fields: unknown });
}

/** The texts that the candidate reads, in English, which pages translate. Throws 422 for an unknown name. */
function toReasons(
  services: Services,
  orgId: string,
  decision: Decision,
): { reason?: string; fieldReasons?: Record<string, string> } {
  if (decision.outcome === "complete") return {};
  if (decision.outcome === "fail") {
    const reason = findReason(services.config, orgId, "failed", decision.reason);
    if (reason === undefined) throw invalidField("/reason", "enum", "reason-not-known");
    return { reason };
  }
  const found = decision.fieldList.map(({ at, reason }) => ({
    at,
    text: findReason(services.config, orgId, "more", reason),
  }));
  const fields = found.flatMap(({ text }, index) =>
    text === undefined ? [fieldError(`/fieldList/${index}/reason`, "enum", "reason-not-known")] : [],
  );
  if (fields.length > 0) throw new WalletError("invalid", { fields });
  const reasons = [...new Set(found.map(({ text }) => text!))];
  return { reason: reasons.join("\n"), fieldReasons: Object.fromEntries(found.map(({ at, text }) => [at, text!])) };
}
