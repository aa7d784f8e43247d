import { and, eq } from "drizzle-orm";
import { holderClaim } from "#engine/api/claim-names.ts";
import type { Presented } from "#engine/api/presentations.ts";
import { refuseField, says, WalletError } from "#server/errors.ts";
import { toTrust } from "#engine/documents/trust.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transactionItems, type StoredPresented } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readFacts } from "../credentials/facts.ts";
import { removeDrafts } from "../submissions/save.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { toOrg } from "../transactions/lists.ts";
import { touch } from "../transactions/moves.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { listAccepted, type Accepted } from "./accepted.ts";
import type { Judged } from "./judge.ts";

/** The operation that the ledger writes for it, from whichever wallet it came. */
export const operation = "presentations.share";

/** A verification of a transaction, and what does in its place. */
export interface Presentable {
  item: ItemRow;
  accepted: Accepted[];
}

/** The verification in whose place a credential may be shown, or asked for, now. Throws 106 at /verificationName, 109. */
export function getPresentable(
  loaded: LoadedTransaction,
  services: Pick<Services, "config" | "settings">,
  name: string,
  by: typeof operation | "presentations.ask" = operation,
): Presentable {
  const item = loaded.items.find((entry) => entry.name === name);
  if (!item) throw refuseField("/verificationName", "verification", "verification-not-asked");
  assertAllowed(loaded, services, { by, item, ...(by === operation && { to: "COMPLETED" }) });
  const accepted = listAccepted(services, loaded.documents.request(loaded.row.formId), name);
  if (accepted.length === 0) throw new WalletError("stateConflict", says("shown-other-type"));
  return { item, accepted };
}

/** A verification is done by a credential that was shown; what was typed for it meanwhile is no draft any more. */
export async function completeByCredential(
  tx: Queryable,
  loaded: LoadedTransaction,
  item: ItemRow,
  presented: Judged & Pick<StoredPresented, "from" | "shownHash">,
): Promise<void> {
  const { row, now } = loaded;
  await tx
    .update(transactionItems)
    .set({ state: "COMPLETED", markedAsSkip: false, presented: { ...presented, presentedAt: now.toISOString() } })
    .where(and(eq(transactionItems.transactionId, row.id), eq(transactionItems.name, item.name)));
  await removeDrafts(tx, row.id, item.name, "");
  await touch(tx, row.id, now);
  await writeAudit(tx, "credential-presented", row.candidateId, {
    transactionId: row.id,
    verificationName: item.name,
    issuer: presented.issuer,
    vct: presented.vct,
    from: presented.from,
  });
}

/** A credential that was shown, as its holder reads it. */
export async function toPresented(
  services: Pick<Services, "db" | "config" | "settings">,
  { presented }: ItemRow,
  documents: TransactionDocuments,
  words: Words,
): Promise<Presented | undefined> {
  if (!presented) return undefined;
  const { issuer, issuedAt, presentedAt, from } = presented;
  const facts = await toShownFacts(services.db, presented, documents, words);
  const type = documents.verification(presented.verificationName)?.credential?.type ?? "";
  return {
    credentialType: words.translate(type),
    issuer,
    issuerName: nameIssuer(services, issuer),
    ...(issuedAt !== undefined && { issuedAt }),
    presentedAt,
    from,
    facts,
  };
}

/** What is shown, under the labels of the form: whose it is, and each fact. */
export async function toShownFacts(
  db: Queryable,
  { verificationName, holder, attributes }: Pick<StoredPresented, "verificationName" | "holder" | "attributes">,
  documents: TransactionDocuments,
  words: Words,
): Promise<Presented["facts"]> {
  const verification = documents.verification(verificationName);
  const facts = await readFacts(db, attributes, { documents, verification, translate: words.translate });
  return [
    { name: holderClaim, label: words.say("parts", "credential-holder"), value: holder },
    ...facts.map(({ name, label, value }) => ({ name, label, value })),
  ];
}

/** What people call an organisation that asks; its id when it is in the release no more. */
export const nameOrganisation = ({ config }: Pick<Services, "config">, orgId: string): string =>
  toOrg(config.organisation(orgId)?.organisation, orgId).displayName;

/** What people call an issuer: who vouches for this wallet, or the host of another. */
export function nameIssuer({ config, settings }: Pick<Services, "config" | "settings">, issuer: string): string {
  const { organisations, defaultOrgId } = config.current();
  const own = organisations.get(defaultOrgId)?.organisation;
  return issuer === settings.publicUrl && own ? toTrust(own).name : new URL(issuer).host;
}
