import { and, eq, isNull } from "drizzle-orm";
import type { SourceAnswer } from "#engine/contract/source-requests.ts";
import { services as bases } from "#engine/contract/services.ts";
import type { SourceRequest } from "#engine/core/scope/shapes/source-requests.ts";
import { canBeShown, toAttributes } from "#engine/core/form/credential-facts.ts";
import { toPlainLines, toPlainText } from "#engine/core/base/text-input.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { sourceRequests } from "#server/platform/store/tables/cases.ts";
import type { Services } from "#server/services.ts";
import { toHash } from "#server/staff/staff-tools.ts";
import { toFacts, toReadableContext } from "#server/wallet/credentials/facts.ts";
import { findForm } from "#server/wallet/submissions/form-validation.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { loadTransaction, readNow } from "#server/wallet/transactions/load.ts";
import { readVersions } from "../versions.ts";
import { findDocumentOwner, listCaseDocuments } from "../documents.ts";
import { toStatus, touchCase, type SourceRow } from "./source-requests.ts";

const nothing = { facts: [], documents: [] } satisfies Pick<SourceRequest, "facts" | "documents">;

async function findRequest(db: Queryable, token: string): Promise<SourceRow | undefined> {
  const [row] = await db
    .select()
    .from(sourceRequests)
    .where(eq(sourceRequests.tokenHash, toHash(token)));
  return row;
}

/**
 * What an institution is asked: the facts that a credential would certify, and the documents, as they were when it was
 * asked. An ended or unknown link shows only its status.
 */
export async function viewSource(services: Services, token: string, messages: MessageTexts): Promise<SourceRequest> {
  const row = await findRequest(services.db, token);
  if (!row) return { status: "unknown", ...nothing };
  const { db, clock, settings, config } = services;
  const status = toStatus(row, await clock.now());
  const { institution, expiresAt, answeredAt } = row;
  const head = {
    status,
    institution,
    expiresAt: expiresAt.toISOString(),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
  };
  if (status !== "open") return { ...head, ...nothing };
  const loaded = await loadTransaction(db, row.transactionId);
  const { definitions } = loaded;
  const { data, verificationName } = await readAsked(services, row, loaded);
  const verification = definitions.verification(verificationName);
  const model = findForm(definitions, verification)?.model;
  const shown = verification?.credential ?? {
    type: "",
    attributes: (model?.fields ?? []).filter(canBeShown).map(({ pointer }) => pointer),
  };
  const facts = await toFacts(
    db,
    toAttributes(model, shown, data),
    toReadableContext(definitions, verification, messages),
  );
  const documents = await listCaseDocuments(db, [data], (pointer) =>
    messages.translate(english(model?.byPointer.get(pointer)?.field.label ?? pointer.slice(1))),
  );
  return {
    ...head,
    organisation: toOrganisationName(config, row.orgId),
    ...(loaded.row.holderName !== null && { holder: loaded.row.holderName }),
    verification: messages.translate(english(verification?.label ?? verificationName)),
    facts: facts.map(({ label, value }) => ({ label, value })),
    documents: documents.map(({ fileId, label }) => ({
      fileId,
      label,
      url: `${settings.publicUrl}${bases.webWallet}/source-requests/${token}/documents/${fileId}`,
    })),
  };
}

/** The answer of the candidate in the version that the institution was asked about. */
async function readAsked(
  { db }: Services,
  { transactionId: txnId, subType, orgId, version }: SourceRow,
  { items }: Awaited<ReturnType<typeof loadTransaction>>,
): Promise<{ data: Record<string, unknown>; verificationName: string }> {
  const submission = items.flatMap((item) => item.submissions).find((one) => one.subType === subType);
  if (!submission) throw notFound("link");
  const former = (await readVersions(db, { txnId, subType, orgId })).find((one) => one.version === version);
  return { data: former?.data ?? submission.data, verificationName: submission.verificationName };
}

/** A document of an open request; → its owner and id. Throws 404 for an ended link, and for files that it lacks. */
export async function openSourceDocument(
  services: Services,
  { token, fileId }: { token: string; fileId: string },
): Promise<{ candidateId: string; fileId: string }> {
  const row = await findRequest(services.db, token);
  if (!row || toStatus(row, await services.clock.now()) !== "open") throw notFound("link");
  const { orgId, transactionId: txnId, subType } = row;
  const { data } = await readAsked(services, row, await loadTransaction(services.db, txnId));
  const asked = await listCaseDocuments(services.db, [data], () => "");
  if (!asked.some((document) => document.fileId === fileId)) throw notFound("file");
  const { candidateId } = await findDocumentOwner(services.db, { orgId, txnId, subType }, fileId);
  await writeAudit(services.db, "source-document-viewed", null, { sourceId: row.id, orgId, fileId });
  return { candidateId, fileId };
}

/**
 * Stores the answer, once: evidence on the case, which decides nothing. Throws 404 for an unknown link, 409 (109) for
 * an ended one, 422 for an answer without its name or its difference.
 */
export async function answerSource(
  services: Services,
  token: string,
  { verdict, registrar = "", note = "" }: SourceAnswer,
): Promise<void> {
  const [name, difference] = [toPlainText(registrar), toPlainLines(note)];
  if (verdict !== "not-us" && name === "") throw invalidField("/registrar", "required", "enter-registrar");
  if (verdict === "differs" && difference === "") throw invalidField("/note", "required", "enter-difference");
  await transact(services.db, async (tx) => {
    const row = await findRequest(tx, token);
    if (!row) throw notFound("link");
    const now = await readNow(tx);
    if (toStatus(row, now) !== "open") throw new WalletError("stateConflict", withReason("source-request-ended"));
    const answer = { verdict, ...(name !== "" && { registrar: name }), ...(difference !== "" && { note: difference }) };
    const stored = await tx
      .update(sourceRequests)
      .set({ answer, answeredAt: now, sealedToken: "" })
      .where(and(eq(sourceRequests.id, row.id), isNull(sourceRequests.answeredAt), isNull(sourceRequests.cancelledAt)))
      .returning({ id: sourceRequests.id });
    // Of two answers at the same time the first counts.
    if (stored.length === 0) throw new WalletError("stateConflict", withReason("source-request-ended"));
    await writeAudit(tx, "source-answered", null, { sourceId: row.id, orgId: row.orgId, verdict });
    await touchCase(tx, { txnId: row.transactionId, subType: row.subType });
  });
}
