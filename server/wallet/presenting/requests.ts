import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { calculateJwkThumbprint, compactDecrypt, importJWK, SignJWT, type JWK } from "jose";
import type { Asking } from "#engine/api/presentations.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import { toKnownName } from "#server/accounts/profile/profile.ts";
import { notFound } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { presentationRequests } from "#server/platform/store/tables/credentials.ts";
import type { Services } from "#server/services.ts";
import { makeKeyPair, readSigningKey, signAlgorithm } from "../credentials/issuer-keys.ts";
import { toPointer } from "../credentials/facts.ts";
import { drawQrCode } from "../sharing/qr-code.ts";
import { findForm } from "../submissions/form-check.ts";
import { english } from "../transactions/labels.ts";
import { changeTransaction } from "../transactions/moves.ts";
import { getTransaction, load, readNow, type LoadedTransaction, type TransactionKeys } from "../transactions/rows.ts";
import { listAccepted, toQuery } from "./accepted.ts";
import { completeByCredential, getPresentable, nameOrganisation, operation } from "./finish.ts";
import { judgePresentation, PresentationRefused, type PresentationReason } from "./judge.ts";
import type { Shower } from "./own.ts";

type RequestRow = typeof presentationRequests.$inferSelect;

const openMinutes = 15;
/** After so many answers that were not taken nobody answers it. */
const failuresMax = 5;
const madePerHour = 20;
/** What is told of the answer that nothing is shown: its holder declined, or holds nothing that fits (OpenID4VP, 8.5). */
const declined = "shown-nothing" satisfies PresentationReason;
/** How an answer is encrypted (HAIP, 5). */
const encryption = { alg: "ECDH-ES", enc: ["A128GCM", "A256GCM"] };

/** Asks another wallet for a credential, for a quarter of an hour. Throws 104, 106, 109. */
export async function askElsewhere(
  services: Services,
  shower: Shower,
  wish: TransactionKeys & { verificationName: string },
): Promise<Asking> {
  await services.limits.take(`presentations:${shower.id}`, madePerHour, 3600);
  const loaded = await getTransaction(services.db, shower.id, wish);
  getPresentable(loaded, services, wish.verificationName, "presentations.ask");
  const id = newId();
  const { privateJwk } = await makeKeyPair();
  await transact(services.db, (tx) =>
    tx.insert(presentationRequests).values({
      id,
      transactionId: loaded.row.id,
      candidateId: shower.id,
      verificationName: wish.verificationName,
      nonce: randomBytes(24).toString("base64url"),
      sealedKey: services.secrets.seal(privateJwk),
      expiresAt: new Date(loaded.now.getTime() + openMinutes * 60_000),
      createdAt: loaded.now,
    }),
  );
  return getAsking(services, shower, id);
}

const listAcceptedOf = (services: Services, { documents, row }: LoadedTransaction, name: string) =>
  listAccepted(services, documents.request(row.formId), name);

/** What the candidate asks of another wallet, as it stands. Throws 404. */
export async function getAsking(services: Services, { id: candidateId, words }: Shower, id: string): Promise<Asking> {
  const { db } = services;
  const row = await findRequest(db, id);
  if (row?.candidateId !== candidateId) throw notFound("link");
  const loaded = await load(db, row.transactionId);
  const address = toAddress(services, id);
  const asks = listAcceptedOf(services, loaded, row.verificationName).map(({ verificationName, attributes }) => {
    const verification = loaded.documents.verification(verificationName);
    const model = findForm(loaded.documents, verification)?.model;
    const labels = attributes.map((name) => {
      const label = model?.byPointer.get(toPointer(name))?.field.label;
      return label === undefined ? name : words.translate(english(label));
    });
    return {
      credentialType: words.translate(verification?.credential?.type ?? verificationName),
      labels: [words.say("parts", "credential-holder"), ...labels].join(", "),
    };
  });
  return {
    id,
    verificationName: row.verificationName,
    organisation: nameOrganisation(services, loaded.row.orgId),
    asks,
    address,
    code: await drawQrCode(address),
    state: toRequestState(row, loaded.now),
    ...(row.refusal && { refusal: sayRefusal(words, row.refusal) }),
    ...(row.refusal === declined && { declined: true }),
    expiresAt: row.expiresAt.toISOString(),
  };
}

const sayRefusal = (words: Words, reason: string): string => words.refusal({ reason }).message;

function toRequestState({ takenAt, failures, expiresAt }: RequestRow, now: Date): Asking["state"] {
  if (takenAt) return "taken";
  if (failures >= failuresMax) return "blocked";
  return expiresAt.getTime() <= now.getTime() ? "expired" : "open";
}

async function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(presentationRequests).where(eq(presentationRequests.id, id));
  return row;
}

/** By which wallets know who asks (OpenID4VP, 5.9.3): a name that its own address proves. */
export const toDid = ({ settings }: Pick<Services, "settings">): string =>
  `did:web:${encodeURIComponent(new URL(settings.publicUrl).host)}`;
const toClientId = (services: Pick<Services, "settings">): string => `decentralized_identifier:${toDid(services)}`;

const fill = (path: string, id: string): string => path.replace(":id", id);

function toAddress(services: Pick<Services, "settings">, id: string): string {
  const uri = services.settings.publicUrl + fill(outsideCalls.presentationRequest.path, id);
  return `openid4vp://?${new URLSearchParams({ client_id: toClientId(services), request_uri: uri }).toString()}`;
}

/** What another wallet is asked for, signed (RFC 9101); undefined once it is answered or its time has passed. */
export async function signRequest(services: Services, id: string): Promise<string | undefined> {
  const { db, secrets, settings } = services;
  const row = await findRequest(db, id);
  if (!row || toRequestState(row, await readNow(db)) !== "open") return undefined;
  const loaded = await load(db, row.transactionId);
  const { kty, crv, x, y } = secrets.unseal<JWK>(row.sealedKey);
  const key = { kty, crv, x, y } as JWK;
  const keys = [{ ...key, use: "enc", alg: encryption.alg, kid: await calculateJwkThumbprint(key) }];
  const algorithms = [signAlgorithm];
  const { kid, privateKey } = await transact(db, (tx) => readSigningKey(tx, secrets));
  return new SignJWT({
    client_id: toClientId(services),
    response_type: "vp_token",
    response_mode: "direct_post.jwt",
    response_uri: settings.publicUrl + fill(outsideCalls.presentationResponse.path, id),
    nonce: row.nonce,
    state: id,
    dcql_query: toQuery(listAcceptedOf(services, loaded, row.verificationName)),
    client_metadata: {
      client_name: nameOrganisation(services, loaded.row.orgId),
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
 * Takes the answer of another wallet that it shows nothing: the candidate reads so, and it is no wrong answer. Whoever sends
 * it knows the state of what was asked. Throws PresentationRefused for any other.
 */
export async function takeDecline({ db }: Services, id: string, state: unknown): Promise<void> {
  const row = await findRequest(db, id);
  if (!row || state !== row.id) throw new PresentationRefused("shown-too-late");
  await noteDecline(db, row);
}

/**
 * Takes another wallet's answer, once, however often that one is sent: the verification is done by it. An answer that is
 * not taken is counted and written down; the candidate reads why. Throws PresentationRefused.
 */
export async function takeAnswer(services: Services, id: string, response: string): Promise<void> {
  const { db } = services;
  const row = await findRequest(db, id);
  if (!row) throw new PresentationRefused("shown-too-late");
  try {
    const loaded = await load(db, row.transactionId);
    const state = toRequestState(row, loaded.now);
    if (state !== "open" && state !== "taken") throw new PresentationRefused("shown-too-late");
    const presentation = await decrypt(services, row, response);
    if (presentation === undefined) return await noteDecline(db, row);
    const shownHash = createHash("sha256").update(presentation).digest("base64url");
    // Its answer was lost: it is told again that it was taken.
    const taken = loaded.items.find(({ name }) => name === row.verificationName)?.presented;
    if (state === "taken" && taken?.shownHash === shownHash) return;
    if (state === "taken") throw new PresentationRefused("shown-too-late");
    const accepted = listAcceptedOf(services, loaded, row.verificationName);
    const judged = await judgePresentation(services, presentation, {
      accepted,
      audience: { aud: toClientId(services), nonce: row.nonce, now: loaded.now },
      name: toKnownName(loaded.profile),
    });
    const keys = { orgId: loaded.row.orgId, txnId: loaded.row.id };
    await changeTransaction(services, row.candidateId, keys, operation, async (tx, now) => {
      const { item } = getPresentable(now, services, row.verificationName);
      await spend(tx, id);
      await completeByCredential(tx, now, item, { ...judged, from: "elsewhere", shownHash });
    });
  } catch (error) {
    if (error instanceof PresentationRefused) await noteRefusal(db, row, error.reason);
    throw error;
  }
}

/** One answer is taken: of two that come at once the second finds it spent. */
async function spend(tx: Queryable, id: string): Promise<void> {
  const spent = await tx
    .update(presentationRequests)
    .set({ takenAt: sql`app_now()`, refusal: null })
    .where(and(eq(presentationRequests.id, id), sql`${presentationRequests.takenAt} is null`))
    .returning({ id: presentationRequests.id });
  if (spent.length === 0) throw new PresentationRefused("shown-too-late");
}

/** Forgets what nobody can answer any more, a day after; what an answer did stands with its verification and in the audit log. */
export async function sweepRequests(db: Services["db"]): Promise<void> {
  await prune(db, presentationRequests, sql`expires_at < app_now() - interval '1 day'`);
}

/** Written down while an answer is waited for; what was decided or has passed stays as it is. */
async function noteDecline(db: Services["db"], { id, transactionId, candidateId }: RequestRow): Promise<void> {
  await transact(db, async (tx) => {
    const noted = await tx
      .update(presentationRequests)
      .set({ refusal: declined })
      .where(
        and(
          eq(presentationRequests.id, id),
          isNull(presentationRequests.takenAt),
          lt(presentationRequests.failures, failuresMax),
          sql`${presentationRequests.expiresAt} > app_now()`,
        ),
      )
      .returning({ id: presentationRequests.id });
    if (noted.length === 0) return;
    await writeAudit(tx, "presentation-refused", candidateId, { transactionId, requestId: id, reason: declined });
  });
}

async function noteRefusal(db: Services["db"], row: RequestRow, reason: PresentationReason): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .update(presentationRequests)
      .set({ failures: sql`${presentationRequests.failures} + 1`, refusal: reason })
      .where(and(eq(presentationRequests.id, row.id), sql`${presentationRequests.takenAt} is null`));
    const { transactionId } = row;
    await writeAudit(tx, "presentation-refused", row.candidateId, { transactionId, requestId: row.id, reason });
  });
}

/** The one presentation of an answer that only this server can read; undefined where it says that nothing is shown. Throws PresentationRefused. */
async function decrypt({ secrets }: Services, row: RequestRow, response: string): Promise<string | undefined> {
  try {
    const key = await importJWK(secrets.unseal<JWK>(row.sealedKey), encryption.alg);
    const { plaintext } = await compactDecrypt(response, key, {
      keyManagementAlgorithms: [encryption.alg],
      contentEncryptionAlgorithms: encryption.enc,
    });
    const answer = JSON.parse(Buffer.from(plaintext).toString("utf8")) as {
      state?: unknown;
      error?: unknown;
      vp_token?: Record<string, unknown[]>;
    };
    if (answer.state !== row.id) throw new Error("It is no answer to this.");
    if (typeof answer.error === "string") return undefined;
    const presentations = Object.values(answer.vp_token ?? {}).flat();
    if (presentations.length !== 1) throw new Error("It shows no credential, or several.");
    return String(presentations[0]);
  } catch (error) {
    throw new PresentationRefused("shown-unfit", error);
  }
}
