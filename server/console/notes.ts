import { sql } from "drizzle-orm";
import type { WholeCase } from "#engine/core/scope/shapes/cases.ts";
import { toPlainLines } from "#engine/core/base/text-input.ts";
import { invalidField } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { getCase, type CaseKeys } from "./queue.ts";

type Note = WholeCase["noteList"][number];

/** The internal notes on a case, the oldest first. */
export async function listNotes(db: Queryable, { txnId, subType }: CaseKeys): Promise<Note[]> {
  const { rows } = await db.execute<{
    id: string;
    text: string;
    staff_id: string;
    display_name: string;
    created_at: Date | string;
  }>(sql`
    select n.id, n.text, n.staff_id, s.display_name, n.created_at from case_notes n join staff s on s.id = n.staff_id
    where n.transaction_id = ${txnId} and n.sub_type = ${subType} order by n.created_at, n.id limit 500`);
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: { id: row.staff_id, displayName: row.display_name },
    createdAt: new Date(row.created_at).toISOString(),
  }));
}

/** Adds a note. Throws 404, 422 for one that looks empty. */
export async function addNote(
  services: Pick<Services, "db" | "config">,
  keys: CaseKeys,
  { text, author }: { text: string; author: Note["author"] },
): Promise<Note> {
  const plain = toPlainLines(text);
  if (plain === "") throw invalidField("/text", "required", "enter-note");
  const id = newId();
  return transact(services.db, async (tx) => {
    await getCase(services, keys, tx);
    const { rows } = await tx.execute<{ created_at: Date | string }>(sql`
      insert into case_notes (id, transaction_id, sub_type, staff_id, text, created_at)
      values (${id}, ${keys.txnId}, ${keys.subType}, ${author.id}, ${plain}, app_now()) returning created_at`);
    // A note is a change of its case, for those who watch it.
    await tx.execute(sql`
      update cases set changed_at = clock_timestamp() where transaction_id = ${keys.txnId} and sub_type = ${keys.subType}`);
    return { id, text: plain, author, createdAt: new Date(rows[0]!.created_at).toISOString() };
  });
}
