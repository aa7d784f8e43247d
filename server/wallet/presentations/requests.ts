import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { calculateJwkThumbprint, compactDecrypt, importJWK, SignJWT, type JWK } from "jose";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import { OnePresentation, PresentationResponse } from "#engine/contract/foreign-shapes.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { compileReader } from "#server/platform/untrusted.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { presentationRequests } from "#server/platform/store/tables/credentials.ts";
import type { Services } from "#server/services.ts";
import { makeKeyPair, readSigningKey, signAlgorithm } from "../credentials/issuer-keys.ts";
import { toFactLabel } from "#engine/core/form/credential-facts.ts";
import { toReadableContext, toReader } from "../credentials/facts.ts";
import { drawQrCode } from "../sharing/qr-code.ts";
import { changeTransaction } from "../transactions/apply-transition.ts";
import {
  getTransaction,
  loadTransaction,
  readNow,
  type LoadedTransaction,
  type TransactionKeys,
} from "../transactions/load.ts";
import { listAcceptedCredentials, toDcqlQuery } from "./accepted-credentials.ts";
import { completeByPresentation, getPresentable, toOrganisationName, operation } from "./complete.ts";
import { verifyPresentation, PresentationRejected, type PresentationRejection } from "./verify-presentation.ts";
import type { Holder } from "../credentials/credentials.ts";

type RequestRow = typeof presentationRequests.$inferSelect;

const validMinutes = 15;
/** Rejected responses before a request is blocked. */
const maxFailures = 5;
const maxPerHour = 20;
/** The holder declined, or has no matching credential (OpenID4VP, 8.5). */
const declined = "presentation-declined" satisfies PresentationRejection;
/** Encryption of the response (HAIP, 5). */
const encryption = { alg: "ECDH-ES", enc: ["A128GCM", "A256GCM"] };

/** Creates a request to another wallet, valid for 15 minutes. Throws 104, 106, 109. */
export async function createPresentationRequest(
  services: Services,
  holder: Holder,
  input: TransactionKeys & { verificationName: string },
): Promise<PresentationRequest> {
  await services.rateLimits.consume(`presentations:${holder.id}`, maxPerHour, 3600);
  const loaded = await getTransaction(services.db, holder.id, input);
  getPresentable(loaded, services, input.verificationName, "presentation-requests.create");
  const id = newId();
  const { privateJwk } = await makeKeyPair();
  await transact(services.db, (tx) =>
    tx.insert(presentationRequests).values({
      id,
      transactionId: loaded.row.id,
      candidateId: holder.id,
      verificationName: input.verificationName,
      nonce: randomBytes(24).toString("base64url"),
      sealedKey: services.secrets.seal("presentation-key", id, privateJwk),
      expiresAt: new Date(loaded.now.getTime() + validMinutes * 60_000),
      createdAt: loaded.now,
    }),
  );
  return getPresentationRequest(services, holder, id);
}

const listAcceptedOf = (services: Services, { definitions, row }: LoadedTransaction, name: string) =>
  listAcceptedCredentials(services, definitions.request(row.formId), name);

/** The candidate's request and its state. Throws 404. */
export async function getPresentationRequest(
  services: Services,
  { id: candidateId, messages }: Holder,
  id: string,
): Promise<PresentationRequest> {
  const { db } = services;
  const row = await findRequest(db, id);
  if (row?.candidateId !== candidateId) throw notFound("link");
  const loaded = await loadTransaction(db, row.transactionId);
  const address = toAddress(services, id);
  const requestedCredentials = listAcceptedOf(services, loaded, row.verificationName).map(
    ({ verificationName, attributes }) => {
      const verification = loaded.definitions.verification(verificationName);
      const reader = {
        ...toReader(toReadableContext(loaded.definitions, verification, messages)),
        unnamed: messages.format("parts", "credential-unknown-fact"),
      };
      const labels = attributes.map((name) => toFactLabel(reader, name));
      return {
        credentialType: messages.translate(verification?.credential?.type ?? verificationName),
        labels: [messages.format("parts", "credential-holder"), ...labels].join(", "),
      };
    },
  );
  return {
    id,
    verificationName: row.verificationName,
    organisation: toOrganisationName(services, loaded.row.orgId),
    requestedCredentials,
    address,
    qrCode: await drawQrCode(address),
    state: toRequestState(row, loaded.now),
    ...(row.refusal && { refusal: messages.formatRefusal({ reason: row.refusal }).message }),
    ...(row.refusal === declined && { declined: true }),
    expiresAt: row.expiresAt.toISOString(),
  };
}

function toRequestState({ acceptedAt, failures, expiresAt }: RequestRow, now: Date): PresentationRequest["state"] {
  if (acceptedAt) return "accepted";
  if (failures >= maxFailures) return "blocked";
  return expiresAt.getTime() <= now.getTime() ? "expired" : "open";
}

async function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(presentationRequests).where(eq(presentationRequests.id, id));
  return row;
}

/** The verifier id for wallets (OpenID4VP, 5.9.3): a DID that this host proves. */
export const toDid = ({ settings }: Pick<Services, "settings">): string =>
  `did:web:${encodeURIComponent(new URL(settings.publicUrl).host)}`;
const toClientId = (services: Pick<Services, "settings">): string => `decentralized_identifier:${toDid(services)}`;

const fill = (path: string, id: string): string => path.replace(":id", id);

function toAddress(services: Pick<Services, "settings">, id: string): string {
  const uri = services.settings.publicUrl + fill(protocolEndpoints.presentationRequest.path, id);
  return `openid4vp://?${new URLSearchParams({ client_id: toClientId(services), request_uri: uri }).toString()}`;
}

/** The signed request (RFC 9101); undefined once it is answered or expired. */
export async function signPresentationRequest(services: Services, id: string): Promise<string | undefined> {
  const { db, secrets, settings } = services;
  const row = await findRequest(db, id);
  if (!row || toRequestState(row, await readNow(db)) !== "open") return undefined;
  const loaded = await loadTransaction(db, row.transactionId);
  const { kty, crv, x, y } = secrets.unseal<JWK>("presentation-key", row.id, row.sealedKey);
  const key = { kty, crv, x, y } as JWK;
  const keys = [{ ...key, use: "enc", alg: encryption.alg, kid: await calculateJwkThumbprint(key) }];
  const algorithms = [signAlgorithm];
  const { kid, privateKey } = await transact(db, (tx) => readSigningKey(tx, secrets));
  return new SignJWT({
    client_id: toClientId(services),
    response_type: "vp_token",
    response_mode: "direct_post.jwt",
    response_uri: settings.publicUrl + fill(protocolEndpoints.presentationResponse.path, id),
    nonce: row.nonce,
    state: id,
    dcql_query: toDcqlQuery(listAcceptedOf(services, loaded, row.verificationName)),
    client_metadata: {
      client_name: toOrganisationName(services, loaded.row.orgId),
      jwks: { keys },
      encrypted_response_enc_values_supported: encryption.enc,
      vp_formats_supported: { "dc+sd-jwt": { "sd-jwt_alg_values": algorithms, "kb-jwt_alg_values": algorithms } },
    },
  })
    .setProtectedHeader({ alg: signAlgorithm, typ: "oauth-authz-req+jwt", kid: `${toDid(services)}#${kid}` })
    .setAudience("https://self-issued.me/v2")
    .setIssuedAt(loaded.now)
    .setExpirationTime(row.expiresAt)
    .sign(privateKey);
}

/**
 * Records that another wallet declined, which does not count as a failure. The sender must know the request's `state`.
 * Throws PresentationRejected otherwise.
 */
export async function acceptDecline({ db }: Services, id: string, state: unknown): Promise<void> {
  const row = await findRequest(db, id);
  if (!row || state !== row.id) throw new PresentationRejected("presentation-too-late");
  await recordDecline(db, row);
}

/**
 * Accepts the response of another wallet once; a repeated call with the same response succeeds. Completes the
 * verification. A rejected response is counted and its reason shown to the candidate. Throws PresentationRejected.
 */
export async function acceptResponse(services: Services, id: string, response: string): Promise<void> {
  const { db } = services;
  const row = await findRequest(db, id);
  if (!row) throw new PresentationRejected("presentation-too-late");
  try {
    const loaded = await loadTransaction(db, row.transactionId);
    const state = toRequestState(row, loaded.now);
    if (state !== "open" && state !== "accepted") throw new PresentationRejected("presentation-too-late");
    const answer = await decrypt(services, row, response);
    if (answer === undefined) return await recordDecline(db, row);
    const { queryId, presentation } = answer;
    const presentationHash = createHash("sha256").update(presentation).digest("base64url");
    // A repeated call after a lost response.
    if (state === "accepted" && isAnsweredBy(loaded, row, presentationHash)) return;
    if (state === "accepted") throw new PresentationRejected("presentation-too-late");
    const accepted = listAcceptedOf(services, loaded, row.verificationName);
    if (!accepted.some(({ id: one }) => one === queryId)) throw new PresentationRejected("presentation-invalid");
    const verified = await verifyPresentation(services, presentation, {
      accepted,
      queryId,
      audience: { aud: toClientId(services), nonce: row.nonce, now: loaded.now },
      name: toHolderName(loaded.profile),
    });
    const keys = { orgId: loaded.row.orgId, txnId: loaded.row.id };
    await changeTransaction(services, row.candidateId, keys, operation, async (tx, now) => {
      // The same response in parallel: the other call has just completed the verification.
      if (isAnsweredBy(now, row, presentationHash)) return;
      const { item } = getPresentable(now, services, row.verificationName);
      await markAccepted(tx, id);
      await completeByPresentation(tx, now, item, { ...verified, source: "other-wallet", presentationHash });
    });
  } catch (error) {
    if (error instanceof PresentationRejected) await recordRefusal(db, row, error.reason);
    throw error;
  }
}

const isAnsweredBy = ({ items }: LoadedTransaction, { verificationName }: RequestRow, presentationHash: string) =>
  items.find(({ name }) => name === verificationName)?.presentation?.presentationHash === presentationHash;

/** Only one response is accepted: of two parallel calls the second one fails here. */
async function markAccepted(tx: Queryable, id: string): Promise<void> {
  const updated = await tx
    .update(presentationRequests)
    .set({ acceptedAt: sql`app_now()`, refusal: null })
    .where(and(eq(presentationRequests.id, id), sql`${presentationRequests.acceptedAt} is null`))
    .returning({ id: presentationRequests.id });
  if (updated.length === 0) throw new PresentationRejected("presentation-too-late");
}

/** Deletes requests a day after expiry. Their result stays with the verification and in the audit log. */
export async function prunePresentationRequests(db: Services["db"]): Promise<void> {
  await prune(db, presentationRequests, sql`expires_at < app_now() - interval '1 day'`);
}

/** Records the decline of a request that is still open; any other stays unchanged. */
async function recordDecline(db: Services["db"], { id, transactionId, candidateId }: RequestRow): Promise<void> {
  await transact(db, async (tx) => {
    const updated = await tx
      .update(presentationRequests)
      .set({ refusal: declined })
      .where(
        and(
          eq(presentationRequests.id, id),
          isNull(presentationRequests.acceptedAt),
          lt(presentationRequests.failures, maxFailures),
          sql`${presentationRequests.expiresAt} > app_now()`,
        ),
      )
      .returning({ id: presentationRequests.id });
    if (updated.length === 0) return;
    await writeAudit(tx, "presentation-refused", candidateId, { transactionId, requestId: id, reason: declined });
  });
}

async function recordRefusal(db: Services["db"], row: RequestRow, reason: PresentationRejection): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .update(presentationRequests)
      .set({ failures: sql`${presentationRequests.failures} + 1`, refusal: reason })
      .where(and(eq(presentationRequests.id, row.id), sql`${presentationRequests.acceptedAt} is null`));
    const { transactionId } = row;
    await writeAudit(tx, "presentation-refused", row.candidateId, { transactionId, requestId: row.id, reason });
  });
}

/** The one presentation of a response, and the query entry that it answers. */
interface PresentationAnswer {
  queryId: string;
  presentation: string;
}

const responses = compileReader("The wallet's response", PresentationResponse);
const presentations = compileReader("The vp_token", OnePresentation);

/** Decrypts a response; undefined when the wallet declined. Throws PresentationRejected. */
async function decrypt(
  { secrets }: Services,
  row: RequestRow,
  response: string,
): Promise<PresentationAnswer | undefined> {
  try {
    const key = await importJWK(secrets.unseal<JWK>("presentation-key", row.id, row.sealedKey), encryption.alg);
    const { plaintext } = await compactDecrypt(response, key, {
      keyManagementAlgorithms: [encryption.alg],
      contentEncryptionAlgorithms: encryption.enc,
    });
    const answer = responses.json(Buffer.from(plaintext).toString("utf8"));
    if (answer.state !== row.id) throw new Error("The response is for another request.");
    if (answer.error !== undefined) return undefined;
    const [[queryId, list] = [], ...others] = Object.entries(answer.vp_token ?? {});
    if (queryId === undefined || others.length > 0) throw new Error("The response must answer exactly one query.");
    const [presentation] = presentations.value(list);
    return { queryId, presentation };
  } catch (error) {
    throw new PresentationRejected("presentation-invalid", error);
  }
}
