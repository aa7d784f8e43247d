import { eq } from "drizzle-orm";
import { toAttributes } from "#engine/core/form/credential-facts.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { findFileId, toFileUrl } from "#server/files/storage/file-access.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { findForm } from "../submissions/form-validation.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/load.ts";
import { toAttributesHash } from "./attributes.ts";
import { toDisclosable, toPayload, type CredentialContent } from "./claims.ts";
import { toFacts } from "./facts.ts";
import { makeKeyPair, readSigningKey } from "./issuer-keys.ts";
import { signCredential } from "./sd-jwt.ts";
import { allocateStatus } from "./status-list.ts";
import { toTypeAddress } from "./type-metadata.ts";

type IssueServices = Pick<Services, "secrets" | "settings">;

/**
 * Credentials are in English, because their readers' language is unknown. The type metadata has labels in every
 * language.
 */
export const untranslated = (text: string): string => text;

/**
 * Issues a credential for a completed submission, if its verification certifies facts. One credential per submission.
 * The holder name is the one at submission, because the verifier saw documents in that name.
 */
export async function issueCredential(
  tx: Queryable,
  services: IssueServices,
  { row, definitions, profile, now }: LoadedTransaction,
  item: ItemRow,
  { subType, data }: SubmissionRow,
): Promise<void> {
  const verification = definitions.verification(item.name);
  if (!verification?.credential) return;
  const { type } = verification.credential;
  const attributes = toAttributes(findForm(definitions, verification)?.model, verification.credential, data);
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
  const facts = await toFacts(tx, attributes, { definitions, verification, translate: untranslated });
  const content = { holderName: row.holderName ?? toHolderName(profile), attributes, facts };
  await signAndStore(tx, services, { id, orgId: row.orgId, verificationName: item.name, issuedAt: now }, content);
}

/** The credential that a token represents. */
export interface TokenSubject {
  id: string;
  orgId: string;
  verificationName: string;
  issuedAt: Date;
}

/** Signs a stored credential, bound to a new key of the candidate, and stores the token. */
export async function signAndStore(
  tx: Queryable,
  services: IssueServices,
  subject: TokenSubject,
  content: CredentialContent,
): Promise<void> {
  const { publicJwk, privateJwk } = await makeKeyPair();
  const issuer = services.settings.publicUrl;
  const vct = toTypeAddress(issuer, subject);
  const frame = { issuer, vct, issuedAt: subject.issuedAt, holder: publicJwk };
  const status = await allocateStatus(tx, subject.id, issuer);
  const token = await signCredential(
    toPayload({ ...frame, status }, content),
    toDisclosable(content),
    await readSigningKey(tx, services.secrets),
  );
  await tx
    .update(credentials)
    .set({ token, vct, issuer, holderKey: services.secrets.seal("holder-key", subject.id, privateJwk) })
    .where(eq(credentials.id, subject.id));
}

/** The first uploaded document of a submission, to open beside its credential. */
function findPaper(data: Record<string, unknown>): string | null {
  const id = Object.values(data).flatMap((value) => findFileId(value) ?? [])[0];
  return id === undefined ? null : toFileUrl(id);
}
