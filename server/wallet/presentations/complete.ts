import { and, eq } from "drizzle-orm";
import { holderClaim } from "#engine/contract/claim-names.ts";
import type { Presentation } from "#engine/core/scope/shapes/presentations.ts";
import { invalidField, withReason, WalletError } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems, type StoredPresentation } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { toFacts, toReadableContext } from "../credentials/facts.ts";
import { toIssuer } from "../credentials/issuer-name.ts";
import { removeDrafts } from "../submissions/save.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { toOrgSummary } from "../transactions/lists.ts";
import { recordActivity } from "../transactions/apply-transition.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/load.ts";
import { listAcceptedCredentials, type AcceptedOption } from "./accepted-credentials.ts";
import type { VerifiedPresentation } from "./verify-presentation.ts";

/** The operation in the ledger, for this wallet's credentials and another wallet's. */
export const operation = "presentations.create";

/** A verification, and the credentials accepted in its place. */
export interface Presentable {
  item: ItemRow;
  accepted: AcceptedOption[];
}

/** The verification that a presentation may complete now. Throws 106 at /verificationName, 109. */
export function getPresentable(
  loaded: LoadedTransaction,
  services: Pick<Services, "config" | "settings">,
  name: string,
  by: typeof operation | "presentation-requests.create" = operation,
): Presentable {
  const item = loaded.items.find((entry) => entry.name === name);
  if (!item) throw invalidField("/verificationName", "verification", "verification-not-requested");
  assertAllowed(loaded, services, { by, item, ...(by === operation && { to: "COMPLETED" }) });
  const accepted = listAcceptedCredentials(services, loaded.definitions.request(loaded.row.formId), name);
  if (accepted.length === 0) throw new WalletError("stateConflict", withReason("presentation-wrong-type"));
  return { item, accepted };
}

/** Completes a verification by a presentation, and deletes its drafts. */
export async function completeByPresentation(
  tx: Queryable,
  loaded: LoadedTransaction,
  item: ItemRow,
  presented: VerifiedPresentation & Pick<StoredPresentation, "source" | "presentationHash">,
): Promise<void> {
  const { row, now } = loaded;
  await tx
    .update(transactionItems)
    .set({ state: "COMPLETED", markedAsSkip: false, presentation: { ...presented, presentedAt: now.toISOString() } })
    .where(and(eq(transactionItems.transactionId, row.id), eq(transactionItems.name, item.name)));
  await removeDrafts(tx, row.id, item.name, "");
  await recordActivity(tx, row.id, now);
  await writeAudit(tx, "credential-presented", row.candidateId, {
    transactionId: row.id,
    verificationName: item.name,
    issuer: presented.issuer,
    vct: presented.vct,
    source: presented.source,
  });
}

/** A presentation in readable form, for its holder. */
export async function toPresented(
  services: Pick<Services, "db" | "config" | "settings">,
  { presentation: presented }: ItemRow,
  definitions: TransactionDefinitions,
  messages: MessageTexts,
): Promise<Presentation | undefined> {
  if (!presented) return undefined;
  const { issuer, issuedAt, presentedAt, source } = presented;
  const facts = await toPresentedFacts(services.db, presented, definitions, messages);
  const type = definitions.verification(presented.verificationName)?.credential?.type ?? "";
  return {
    credentialType: messages.translate(type),
    issuer,
    issuerName: toIssuer(services, issuer).displayName,
    ...(issuedAt !== undefined && { issuedAt }),
    presentedAt,
    source,
    facts,
  };
}

/** The presented facts under the labels of the form, holder first. */
export async function toPresentedFacts(
  db: Queryable,
  { verificationName, holder, attributes }: Pick<StoredPresentation, "verificationName" | "holder" | "attributes">,
  definitions: TransactionDefinitions,
  messages: MessageTexts,
): Promise<Presentation["facts"]> {
  const verification = definitions.verification(verificationName);
  const facts = await toFacts(db, attributes, toReadableContext(definitions, verification, messages));
  return [
    { name: holderClaim, label: messages.format("parts", "credential-holder"), value: holder },
    ...facts.map(({ name, label, value }) => ({ name, label, value })),
  ];
}

/** Display name of the requesting organisation; its id when the release no longer has it. */
export const toOrganisationName = ({ config }: Pick<Services, "config">, orgId: string): string =>
  toOrgSummary(config.organisation(orgId)?.organisation, orgId).displayName;
