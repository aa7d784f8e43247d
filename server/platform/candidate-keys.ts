import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { openWith, sealWith, toContext, type Key, type Secrets } from "./secrets.ts";
import type { Queryable } from "./store/database.ts";

/** What the key of a candidate seals. The name is part of what is sealed. */
export type CandidateSealed = "deletion-contacts" | "retained-order";

const keyBytes = 32;

/**
 * Seals a JSON value by the key of a candidate (AES-256-GCM), for one row. The key is made with the first value. Once
 * `destroyCandidateKey` has run, no one can open it.
 */
export async function sealForCandidate(
  tx: Queryable,
  secrets: Secrets,
  { candidateId, use, rowId }: { candidateId: string; use: CandidateSealed; rowId: string },
  value: unknown,
): Promise<string> {
  const made = secrets.seal("candidate-key", candidateId, randomBytes(keyBytes).toString("base64"));
  await tx.execute(sql`
    insert into candidate_keys (candidate_id, sealed_key, created_at) values (${candidateId}, ${made}, app_now())
    on conflict do nothing`);
  const key = await findKey(tx, secrets, candidateId);
  return sealWith(key!, toContext(use, rowId), JSON.stringify(value));
}

/** Opens what `sealForCandidate` returned. Undefined when the key was destroyed, or it is of another row. */
export async function openForCandidate<T>(
  tx: Queryable,
  secrets: Secrets,
  { candidateId, use, rowId }: { candidateId: string; use: CandidateSealed; rowId: string },
  sealed: string,
): Promise<T | undefined> {
  const key = await findKey(tx, secrets, candidateId);
  const opened = key && openWith([key], toContext(use, rowId), sealed);
  return opened === undefined ? undefined : (JSON.parse(opened) as T);
}

/** Deletes the key of a candidate: all that it sealed is unreadable from then on. */
export async function destroyCandidateKey(tx: Queryable, candidateId: string): Promise<void> {
  await tx.execute(sql`delete from candidate_keys where candidate_id = ${candidateId}`);
}

async function findKey(tx: Queryable, secrets: Secrets, candidateId: string): Promise<Key | undefined> {
  const { rows } = await tx.execute<{ sealed_key: string }>(
    sql`select sealed_key from candidate_keys where candidate_id = ${candidateId}`,
  );
  if (!rows[0]) return undefined;
  const bytes = Buffer.from(secrets.unseal<string>("candidate-key", candidateId, rows[0].sealed_key), "base64");
  return { id: "candidate", bytes };
}
