import { randomBytes } from "node:crypto";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { JWK } from "jose";
import { holdsFact } from "#engine/core/form/credential-facts.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import type { MatchingCredentials } from "#engine/core/scope/shapes/presentations.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readAttributes, toDisclosed } from "../credentials/claims.ts";
import type { Holder } from "../credentials/credentials.ts";
import { findPublicKey, toPrivateKey } from "../credentials/issuer-keys.ts";
import { toIssuer } from "../credentials/issuer-name.ts";
import { presentCredential, verifyCredential } from "../credentials/sd-jwt.ts";
import { changeTransaction } from "../transactions/apply-transition.ts";
import { getTransaction, type LoadedTransaction, type TransactionKeys } from "../transactions/load.ts";
import { findAccepted, isRecentEnough, listAcceptedCredentials, type AcceptedOption } from "./accepted-credentials.ts";
import { completeByPresentation, getPresentable, toOrganisationName, operation, toPresentedFacts } from "./complete.ts";
import { verifyPresentation, PresentationRejected } from "./verify-presentation.ts";
import { isSameName } from "./same-name.ts";

type Row = typeof credentials.$inferSelect;

/** The candidate's credentials that are accepted in place of a verification, with the facts to disclose. Throws 404. */
export async function listPresentableCredentials(
  services: Services,
  { id, messages }: Holder,
  keys: TransactionKeys,
  name: string,
): Promise<MatchingCredentials> {
  const { db } = services;
  const loaded = await getTransaction(db, id, keys);
  const accepted = listAcceptedCredentials(services, loaded.definitions.request(loaded.row.formId), name);
  const credentials = accepted.length === 0 ? [] : await listOwnCredentials(services, id);
  const list = await Promise.all(
    credentials.flatMap((row) => {
      const option = findAccepted(accepted, { iss: row.issuer, vct: row.vct });
      if (!option || !isAcceptable(row, option, loaded.now)) return [];
      return toPresentable(services, row, option, { ...loaded, messages });
    }),
  );
  return { organisation: toOrganisationName(services, keys.orgId), list: list.flatMap((choice) => choice ?? []) };
}

const listOwnCredentials = ({ db }: Services, candidateId: string): Promise<Row[]> =>
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

/** Checks age and attributes only; the presentation itself is verified later. */
const isAcceptable = ({ issuedAt, attributes }: Row, option: AcceptedOption, now: Date) =>
  isRecentEnough(option, issuedAt, now) && option.attributes.every((name) => holdsFact(attributes, name));

/** Undefined for a credential in another name than the candidate's current one: it would be rejected. */
async function toPresentable(
  services: Services,
  row: Row,
  option: AcceptedOption,
  {
    now,
    definitions,
    profile,
    messages,
  }: { messages: MessageTexts } & Pick<LoadedTransaction, "now" | "definitions" | "profile">,
): Promise<MatchingCredentials["list"][number] | undefined> {
  const { db } = services;
  const { payload } = await verifyCredential(row.token, (kid) => findPublicKey(db, kid), now);
  const presentable = {
    verificationName: option.verificationName,
    holder: String(payload[holderClaim] ?? ""),
    attributes: readAttributes(payload, option.attributes),
  };
  if (!isSameName(presentable.holder, toHolderName(profile))) return undefined;
  return {
    credentialId: row.id,
    credentialType: messages.translate(row.credentialType),
    issuer: row.issuer,
    issuerName: toIssuer(services, row.issuer).displayName,
    issuedAt: row.issuedAt.toISOString(),
    facts: await toPresentedFacts(db, presentable, definitions, messages),
  };
}

/**
 * Presents a credential of this wallet in place of a verification. The same code verifies those of other wallets. → the
 * verification's state. Throws 104, 106, 109.
 */
export async function presentOwnCredential(
  services: Services,
  { id }: Holder,
  request: TransactionKeys & { verificationName: string; credentialId: string },
): Promise<{ state: State }> {
  const { db, secrets, settings } = services;
  const loaded = await getTransaction(db, id, request);
  const { accepted } = getPresentable(loaded, services, request.verificationName);
  const row = (await listOwnCredentials(services, id)).find((one) => one.id === request.credentialId);
  if (!row?.holderKey) throw notFound("credential");
  const option = findAccepted(accepted, { iss: row.issuer, vct: row.vct });
  if (!option) throw new WalletError("stateConflict", withReason("presentation-wrong-type"));
  const audience = { aud: settings.publicUrl, nonce: randomBytes(16).toString("base64url"), now: loaded.now };
  const { payload } = await verifyCredential(row.token, (kid) => findPublicKey(db, kid), loaded.now);
  const disclosed = toDisclosed(payload, [holderClaim, ...option.attributes]);
  const key = toPrivateKey(secrets.unseal<JWK>("holder-key", row.id, row.holderKey));
  const presentation = await presentCredential(row.token, disclosed, key, audience);
  const name = toHolderName(loaded.profile);
  const verified = await verifyPresentation(services, presentation, { accepted, audience, name }).catch(
    async (error: unknown) => {
      if (!(error instanceof PresentationRejected)) throw error;
      const { reason } = error;
      await writeAudit(db, "presentation-refused", id, { transactionId: request.txnId, reason });
      throw new WalletError("stateConflict", { ...withReason(reason), cause: error });
    },
  );
  const { items } = await changeTransaction(services, id, request, operation, async (tx, locked) => {
    const { item } = getPresentable(locked, services, request.verificationName);
    await completeByPresentation(tx, locked, item, { ...verified, source: "this-wallet" });
  });
  return { state: items.find(({ name }) => name === request.verificationName)!.state };
}
