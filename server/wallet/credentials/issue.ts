import { eq } from "drizzle-orm";
import { toKnownName } from "#server/accounts/profile/profile.ts";
import { findFileId, toFileUrl } from "#server/files/storage/file-url.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/rows.ts";
import { toAttributes, toAttributesHash } from "./attributes.ts";
import { toDisclosable, toPayload, type Content } from "./claims.ts";
import { readFacts } from "./facts.ts";
import { makeKeyPair, readSigningKey } from "./issuer-keys.ts";
import { signCredential } from "./sd-jwt.ts";
import { takeStatus } from "./status-list.ts";
import { toTypeAddress } from "./type-metadata.ts";

type IssueServices = Pick<Services, "secrets" | "settings">;

/** In a credential stands English: it goes to people whose language nobody knows; its type says labels in every one. */
export const inEnglish = (text: string): string => text;

/**
 * Makes a credential of a completed submission, one per submission, where its verification says which facts it holds. It is
 * theirs under the name under which it was submitted, for that is whose papers the verifier saw.
 */
export async function issueCredential(
  tx: Queryable,
  services: IssueServices,
  { row, documents, profile, now }: LoadedTransaction,
  item: ItemRow,
  { subType, data }: SubmissionRow,
): Promise<void> {
  const verification = documents.verification(item.name);
  if (!verification?.credential) return;
  const { type } = verification.credential;
  const attributes = toAttributes(data, verification, documents);
  const id = newId();
  await tx.insert(credentials).values({
    id,
    candidateId: row.candidateId,
    transactionId: row.id,
    subType,
    credentialType: type,
    attributes,
    attributesHash: toAttributesHash(type, attributes),
    issuer: services.settings.publicUrl,
    token: "",
    documentUrl: findPaper(data),
    issuedAt: now,
  });
  const facts = await readFacts(tx, attributes, { documents, verification, translate: inEnglish });
  const content = { holderName: row.holderName ?? toKnownName(profile), attributes, facts };
  await putToken(tx, services, { id, orgId: row.orgId, verificationName: item.name, issuedAt: now }, content);
}

/** Which credential a token is of. */
export interface TokenOf {
  id: string;
  orgId: string;
  verificationName: string;
  issuedAt: Date;
}

/** Signs a credential that is kept here, bound to a new key of the candidate's, and keeps it. */
export async function putToken(tx: Queryable, services: IssueServices, of: TokenOf, content: Content): Promise<void> {
  const { publicJwk, privateJwk } = await makeKeyPair();
  const issuer = services.settings.publicUrl;
  const vct = toTypeAddress(issuer, of);
  const frame = { issuer, vct, issuedAt: of.issuedAt, holder: publicJwk };
  const status = await takeStatus(tx, of.id, issuer);
  const token = await signCredential(
    toPayload({ ...frame, status }, content),
    toDisclosable(content),
    await readSigningKey(tx, services.secrets),
  );
  await tx
    .update(credentials)
    .set({ token, vct, issuer, holderKey: services.secrets.seal(privateJwk) })
    .where(eq(credentials.id, of.id));
}

/** The first paper of a submission, to open beside its credential. */
function findPaper(data: Record<string, unknown>): string | null {
  const id = Object.values(data).flatMap((value) => findFileId(value) ?? [])[0];
  return id === undefined ? null : toFileUrl(id);
}
