import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { transact } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";

/** The reason of a credential that ended with its candidate's data. */
const deleted = "deleted-on-request";

/**
 * Revokes the credentials and share links of a candidate, and removes their content. Their rows stay: status lists name
 * the credentials as revoked, and the address of a link answers that it was turned off.
 */
export async function eraseCredentials({ db }: Pick<Services, "db">, candidateId: string): Promise<void> {
  const own = sql`candidate_id = ${candidateId}`;
  await transact(db, async (tx) => {
    await tx.execute(sql`delete from share_link_views where link_id in (select id from share_links where ${own})`);
    await tx.execute(sql`
      update share_links set revoked_at = coalesce(revoked_at, app_now()), sealed_secret = '', audience = '', facts = '[]'
      where ${own}`);
    await tx.execute(sql`delete from credential_offers where ${own}`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from credentials where ${own} and revoked_at is null for update`);
    await tx.execute(sql`
      update credentials set revoked_at = coalesce(revoked_at, app_now()), revoked_reason = ${deleted}, attributes = '{}',
        attributes_hash = '', token = '', vct = coalesce(vct, ''), holder_key = null, document_url = null
      where ${own}`);
    for (const { id: credentialId } of rows)
      await writeAudit(tx, "credential-withdrawn", candidateId, { credentialId, by: deleted });
  });
}
