import { sql, type SQL } from "drizzle-orm";
import type { Data } from "#engine/contract/contracts.ts";
import type { ReadySubmission, SystemResult } from "#engine/contract/verifier-api.ts";
import type { Case } from "#engine/core/scope/shapes/cases.ts";
import { services as bases } from "#engine/contract/services.ts";
import { isWithin } from "#engine/core/form/form-model.ts";
import { fieldError, notFound, WalletError, withReason, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { findForm } from "#server/wallet/submissions/form-validation.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { findSubmission, loadTransaction } from "#server/wallet/transactions/load.ts";
import { applyVerifierResult } from "#server/wallet/verifier/apply-result.ts";
import { findVerifierSystem } from "#server/wallet/verifier/find-system.ts";
import { listVersions, readVersions } from "../versions.ts";
import { listCaseDocuments, readAddress, toAddress } from "../documents.ts";
import { getCase, isOpen, readPage, type CaseKeys } from "../queue.ts";

/** What a system verifies, as rows of SQL. */
interface ScopeRow {
  org: string;
  name: string;
  system: string;
}

/** All verifications that systems verify. */
export function listScopes({ config }: Pick<Services, "config">): ScopeRow[] {
  return [...config.current().organisations.values()].flatMap(({ orgId, list }) =>
    list("verification").flatMap(({ id, verifiedBy }) =>
      verifiedBy === undefined ? [] : [{ org: orgId, name: id, system: verifiedBy }],
    ),
  );
}

/** The condition on `cases c` that a verification is one of these. */
export const isWithinScopes = (scopes: readonly ScopeRow[]): SQL =>
  scopes.length === 0
    ? sql`false`
    : sql`(c.org_id, c.verification_name) in (${sql.join(
        scopes.map(({ org, name }) => sql`(${org}, ${name})`),
        sql`, `,
      )})`;

/** A page of the open submissions that a system verifies. */
export async function listForSystem(
  services: Services,
  system: string,
  page: { after?: string | undefined; count: number },
): Promise<Data<"verifier-submissions.list">> {
  const scopes = listScopes(services).filter((scope) => scope.system === system);
  const { list, next } = await readPage(services, [isWithinScopes(scopes), isOpen], page);
  const versions = await listVersions(services.db, list);
  return {
    list: list.map((one, index) => toSubmission(one, versions[index]!)),
    ...(next !== undefined && { next }),
  };
}

/** A submission of the system's with its answers. Throws 404 (104). */
export async function readForSystem(
  services: Services,
  system: string,
  keys: Omit<CaseKeys, "orgId">,
): Promise<Data<"verifier-submissions.get">> {
  const { db, secrets, settings } = services;
  const found = await getSystemCase(services, system, keys);
  const loaded = await loadTransaction(db, keys.txnId);
  const submission = findSubmission(loaded, keys.subType)?.submission;
  if (!submission) throw notFound("case");
  const model = findForm(loaded.definitions, loaded.definitions.verification(found.verificationName))?.model;
  const toLabel = (pointer: string) => english(model?.byPointer.get(pointer)?.field.label ?? pointer.slice(1));
  const versions = await readVersions(db, { ...keys, orgId: found.orgId });
  const all = [...versions.map(({ data }) => data), submission.data];
  const scope = { holder: toHolder(system), now: loaded.now };
  const documents = await listCaseDocuments(db, all, toLabel);
  return {
    submission: toSubmission(found, all.length),
    data: submission.data,
    labels: Object.fromEntries((model?.fields ?? []).map(({ pointer }) => [pointer, toLabel(pointer)])),
    documentList: documents.map(({ fileId, scan: _scan, ...document }) => {
      const { address } = toAddress(secrets, { fileId, candidateId: loaded.row.candidateId }, scope);
      return { ...document, url: `${settings.publicUrl}${bases.verifier}/documents/${address}` };
    }),
  };
}

/** What the address of a document opens, when it was made for this system. Throws 404 (104). */
export async function readSystemAddress({ secrets, clock }: Services, system: string, address: string) {
  return readAddress(secrets, address, { holder: toHolder(system), now: await clock.now() });
}

const toHolder = (system: string): string => `system ${system}`;

/**
 * Applies a system's result, once per eventId. Throws 404 for a submission of others, 409 (109) when it needs no
 * result, 409 (111) for an earlier version, 422 for unknown fields.
 */
export async function answerForSystem(
  services: Services,
  system: string,
  keys: Omit<CaseKeys, "orgId">,
  { eventId, version, fieldList, ...result }: SystemResult,
): Promise<Data<"verifier-submissions.answer">> {
  const { orgId } = await getSystemCase(services, system, keys);
  // The ids of one system never meet those of another.
  const event = { ...result, ...keys, eventId: `${system}.${eventId}`, ...(fieldList && { fields: fieldList }) };
  await applyVerifierResult(services, event, {
    by: "provider",
    assert: async (tx, { definitions }, found) => {
      if (await isKnownEvent(tx, event.eventId)) return;
      if (!found || !["SUBMITTED", "IN_PROGRESS"].includes(found.submission.state))
        throw new WalletError("stateConflict", withReason("case-not-open"));
      const known = (await readVersions(tx, { ...keys, orgId })).length + 1;
      if (known !== version) throw new WalletError("draftConflict", { data: { version: known } });
      const model = findForm(definitions, definitions.verification(found.item.name))?.model;
      const unknown = (fieldList ?? []).flatMap((at, index): FieldError[] =>
        model?.fields.some(({ pointer }) => isWithin(pointer, [at]))
          ? []
          : [fieldError(`/fieldList/${index}`, "enum", "field-not-known")],
      );
      if (unknown.length > 0) throw new WalletError("invalid", { fields: unknown });
    },
  });
  return { state: (await getCase(services, { ...keys, orgId })).state };
}

async function isKnownEvent(tx: Queryable, eventId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from verifier_events where event_id = ${eventId}`);
  return rows.length > 0;
}

/** The case of a submission that the system verifies. Throws 404 (104). */
async function getSystemCase(services: Services, system: string, keys: Omit<CaseKeys, "orgId">): Promise<Case> {
  const { rows } = await services.db.execute<{ org_id: string; verification_name: string }>(sql`
    select org_id, verification_name from cases where transaction_id = ${keys.txnId} and sub_type = ${keys.subType}`);
  const [row] = rows;
  if (!row || findVerifierSystem(services.config, row.org_id, row.verification_name) !== system) throw notFound("case");
  return getCase(services, { ...keys, orgId: row.org_id });
}

const toSubmission = (
  { orgId, txnId, subType, formId, verificationName, state, dueAt }: Case,
  version: number,
): ReadySubmission => ({ orgId, txnId, subType, formId, verificationName, version, state, dueAt });
