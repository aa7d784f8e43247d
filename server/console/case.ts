import { sql } from "drizzle-orm";
import type { WholeCase } from "#engine/core/scope/shapes/cases.ts";
import { listLeafValues } from "#engine/core/base/json-pointer.ts";
import { isWithin, type FormModel } from "#engine/core/form/form-model.ts";
import { notFound } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Insufficiency } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { findUndo } from "#server/wallet/verifier/undo-result.ts";
import { findForm } from "#server/wallet/submissions/form-validation.ts";
import { maskSensitive } from "#server/wallet/submissions/sensitive.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { toHistory } from "#server/wallet/transactions/history.ts";
import { findSubmission, loadTransaction, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { listCaseDocuments } from "./documents.ts";
import { listNotes } from "./notes.ts";
import { getCase, type CaseKeys } from "./queue.ts";
import { listSources } from "./source/source-requests.ts";
import { readVersions } from "./versions.ts";

type Data = Record<string, unknown>;

/** Everything about one case. `reveals`: sensitive values are not masked. Throws 404 (104). */
export async function readCase(
  services: Pick<Services, "db" | "config" | "outbox">,
  keys: CaseKeys,
  { reveals, messages }: { reveals: boolean; messages: Pick<MessageTexts, "formatReason"> },
): Promise<WholeCase> {
  const { db } = services;
  const found = await getCase(services, keys);
  const loaded = await loadTransaction(db, keys.txnId);
  const submission = findSubmission(loaded, keys.subType)?.submission;
  if (!submission) throw notFound("case");
  const { definitions } = loaded;
  const verification = definitions.verification(found.verificationName);
  const model = findForm(definitions, verification)?.model;
  const versions = await readVersions(db, keys);
  const toShown = (data: Data) => (reveals ? data : maskSensitive(model, data));
  const toRequest = (one: Insufficiency | null) => one && toCaseRequest(one, model, messages);
  const request = submission.state === "INSUFFICIENT_DATA" ? toRequest(submission.insufficiency) : null;
  const all = [...versions.map(({ data }) => data), submission.data];
  const { undo } = await findUndo(services, db, loaded, submission);
  return {
    case: found,
    ...(verification?.form !== undefined && { form: verification.form }),
    version: versions.length + 1,
    data: toShown(submission.data),
    names: Object.fromEntries(await findAnyNames(db, all.flatMap(listTexts))),
    labels: Object.fromEntries((model?.fields ?? []).map(({ pointer }) => [pointer, toLabel(model, pointer)])),
    ...(request && { request }),
    ...(undo && { undo }),
    ...(submission.reason !== null && { reason: messages.formatReason(submission.reason) }),
    versionList: versions
      .map(({ version, data, insufficiency, replacedAt }, index) => {
        const asked = toRequest(insufficiency);
        return {
          version,
          data: toShown(data),
          ...(asked && { request: asked }),
          changedList: listChanges(model, data, all[index + 1]!),
          replacedAt: replacedAt.toISOString(),
        };
      })
      .reverse(),
    documentList: await listCaseDocuments(db, all, (pointer) => toLabel(model, pointer)),
    history: toHistory(loaded.transitions, keys.subType),
    decisionList: await readDecisions(db, keys),
    noteList: await listNotes(db, keys),
    sourceList: await listSources(db, keys, loaded.now),
    otherList: listOthers(loaded, keys.subType),
  };
}

const listTexts = (data: Data): string[] =>
  listLeafValues(data).flatMap(({ value }) => (typeof value === "string" ? [value] : []));

/** A verifier's request, as the candidate reads it. */
export function toCaseRequest(
  { reason, fields, fieldReasons = {}, requestedAt }: Insufficiency,
  model: FormModel | undefined,
  messages: Pick<MessageTexts, "formatReason">,
) {
  return {
    reason: messages.formatReason(reason),
    fieldList: fields.map((at) => ({
      at,
      label: toLabel(model, at),
      ...(fieldReasons[at] !== undefined && { reason: messages.formatReason(fieldReasons[at]) }),
    })),
    requestedAt,
  };
}

const toLabel = (model: FormModel | undefined, pointer: string): string =>
  english(model?.byPointer.get(pointer)?.field.label ?? pointer.slice(1));

/** The pointers whose values differ, in the order of the form. */
function listChanges(model: FormModel | undefined, before: Data, after: Data): string[] {
  const [old, next] = [before, after].map((data) => new Map(toLeaves(data)));
  const toPosition = (at: string) => (model?.fields ?? []).findIndex(({ pointer }) => isWithin(at, [pointer]));
  return [...new Set([...old!.keys(), ...next!.keys()])]
    .filter((at) => old!.get(at) !== next!.get(at))
    .sort((a, b) => toPosition(a) - toPosition(b));
}

const toLeaves = (data: Data): [string, string][] =>
  listLeafValues(data).flatMap(({ pointer, value }) => (pointer === "" ? [] : [[pointer, JSON.stringify(value)]]));

const listOthers = ({ items, definitions }: LoadedTransaction, own: string) =>
  items
    .flatMap(({ submissions }) => submissions)
    .filter(({ subType }) => subType !== own)
    .map(({ subType, verificationName, state }) => {
      const label = english(definitions.verification(verificationName)?.label ?? verificationName);
      return { subType, verificationName, label, state };
    });

async function readDecisions(db: Queryable, { txnId, subType }: CaseKeys): Promise<WholeCase["decisionList"]> {
  const { rows } = await db.execute<{
    outcome: WholeCase["decisionList"][number]["outcome"];
    staff_id: string | null;
    display_name: string | null;
    received_at: Date | string;
  }>(sql`
    select e.outcome, e.staff_id, s.display_name, e.received_at from verifier_events e left join staff s on s.id = e.staff_id
    where e.transaction_id = ${txnId} and e.sub_type = ${subType}
      and e.effect in ('applied', 'undone')
    order by e.received_at, e.event_id limit 100`);
  return rows.map(({ outcome, staff_id: id, display_name: displayName, received_at: at }) => ({
    outcome,
    ...(id !== null && { by: { id, displayName: displayName ?? "" } }),
    decidedAt: new Date(at).toISOString(),
  }));
}
