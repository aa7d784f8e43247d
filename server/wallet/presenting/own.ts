import { randomBytes } from "node:crypto";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { JWK } from "jose";
import { holderClaim } from "#engine/api/claim-names.ts";
import type { Choices } from "#engine/api/presentations.ts";
import type { State } from "#engine/api/states.ts";
import { toKnownName } from "#server/accounts/profile/profile.ts";
import { notFound, WalletError, says } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readAttributes, toDisclosed } from "../credentials/claims.ts";
import { findPublicKey, toPrivateKey } from "../credentials/issuer-keys.ts";
import { presentCredential, readCredential } from "../credentials/sd-jwt.ts";
import { changeTransaction } from "../transactions/moves.ts";
import { getTransaction, type LoadedTransaction, type TransactionKeys } from "../transactions/rows.ts";
import { findAccepted, isYoungEnough, listAccepted, type Accepted } from "./accepted.ts";
import {
  completeByCredential,
  getPresentable,
  nameIssuer,
  nameOrganisation,
  operation,
  toShownFacts,
} from "./finish.ts";
import { judgePresentation, PresentationRefused } from "./judge.ts";
import { isSameName } from "./same-name.ts";

type Row = typeof credentials.$inferSelect;

/** Who shows, and in which words they are answered. */
export interface Shower {
  id: string;
  words: Words;
}

/** The candidate's credentials that do in place of a verification, with all that is shown of each. Throws 404. */
export async function listChoices(
  services: Services,
  { id, words }: Shower,
  keys: TransactionKeys,
  name: string,
): Promise<Choices> {
  const { db } = services;
  const loaded = await getTransaction(db, id, keys);
  const accepted = listAccepted(services, loaded.documents.request(loaded.row.formId), name);
  const held = accepted.length === 0 ? [] : await listHeld(services, id);
  const list = await Promise.all(
    held.flatMap((row) => {
      const wanted = findAccepted(accepted, { iss: row.issuer, vct: row.vct });
      if (!wanted || !isGoodEnough(row, wanted, loaded.now)) return [];
      return toChoice(services, row, wanted, { ...loaded, words });
    }),
  );
  return { organisation: nameOrganisation(services, keys.orgId), list: list.flatMap((choice) => choice ?? []) };
}

const listHeld = ({ db }: Services, candidateId: string): Promise<Row[]> =>
  db
    .select()
    .from(credentials)
    .where(
      and(
        eq(credentials.candidateId, candidateId),
        isNull(credentials.revokedAt),
        isNotNull(credentials.holderKey),
        isNotNull(credentials.vct),
      ),
    )
    .orderBy(desc(credentials.issuedAt), desc(credentials.id))
    .limit(100);

/** Whether it is young enough and holds what is asked for: the rest is judged when it is shown. */
const isGoodEnough = ({ issuedAt, attributes }: Row, wanted: Accepted, now: Date) =>
  isYoungEnough(wanted, issuedAt, now) && wanted.attributes.every((name) => Object.hasOwn(attributes, name));

/** Undefined for one that they were given under another name than theirs of today: it would be refused. */
async function toChoice(
  services: Services,
  row: Row,
  wanted: Accepted,
  { now, documents, profile, words }: { words: Words } & Pick<LoadedTransaction, "now" | "documents" | "profile">,
): Promise<Choices["list"][number] | undefined> {
  const { db } = services;
  const { payload } = await readCredential(row.token, (kid) => findPublicKey(db, kid), now);
  const shown = {
    verificationName: wanted.verificationName,
    holder: String(payload[holderClaim] ?? ""),
    attributes: readAttributes(payload, wanted.attributes),
  };
  if (!isSameName(shown.holder, toKnownName(profile))) return undefined;
  return {
    credentialId: row.id,
    credentialType: words.translate(row.credentialType),
    issuer: row.issuer,
    issuerName: nameIssuer(services, row.issuer),
    issuedAt: row.issuedAt.toISOString(),
    facts: await toShownFacts(db, shown, documents, words),
  };
}

/**
 * Shows a credential of the candidate's in place of a verification: made and judged as one that comes from another wallet.
 * → the verification's state. Throws 104, 106, 109.
 */
export async function shareOwn(
  services: Services,
  { id }: Shower,
  wish: TransactionKeys & { verificationName: string; credentialId: string },
): Promise<{ state: State }> {
  const { db, secrets, settings } = services;
  const before = await getTransaction(db, id, wish);
  const { accepted } = getPresentable(before, services, wish.verificationName);
  const row = (await listHeld(services, id)).find((one) => one.id === wish.credentialId);
  if (!row?.holderKey) throw notFound("credential");
  const wanted = findAccepted(accepted, { iss: row.issuer, vct: row.vct });
  if (!wanted) throw new WalletError("stateConflict", says("shown-other-type"));
  const audience = { aud: settings.publicUrl, nonce: randomBytes(16).toString("base64url"), now: before.now };
  const { payload } = await readCredential(row.token, (kid) => findPublicKey(db, kid), before.now);
  const disclosed = toDisclosed(payload, [holderClaim, ...wanted.attributes]);
  const key = toPrivateKey(secrets.unseal<JWK>(row.holderKey));
  const presentation = await presentCredential(row.token, disclosed, key, audience);
  const name = toKnownName(before.profile);
  const judged = await judgePresentation(services, presentation, { accepted, audience, name }).catch(
    async (error: unknown) => {
      if (!(error instanceof PresentationRefused)) throw error;
      const { reason } = error;
      await writeAudit(db, "presentation-refused", id, { transactionId: wish.txnId, reason });
      throw new WalletError("stateConflict", { ...says(reason), cause: error });
    },
  );
  const { items } = await changeTransaction(services, id, wish, operation, async (tx, loaded) => {
    const { item } = getPresentable(loaded, services, wish.verificationName);
    await completeByCredential(tx, loaded, item, { ...judged, from: "here" });
  });
  return { state: items.find(({ name }) => name === wish.verificationName)!.state };
}
