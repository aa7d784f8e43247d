import { eq } from "drizzle-orm";
import type { DataTree } from "#engine/form/data-tree.ts";
import { findMigrations } from "#engine/release/migrate.ts";
import { findDraftFault, findSubmissionFault, toNewer, type Fault, type Succession } from "#engine/release/takes.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts } from "#server/platform/store/tables/transactions.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/rows.ts";
import { findJudge } from "./stored-answers.ts";

type DraftRow = Pick<typeof drafts.$inferSelect, "verificationName" | "subType" | "data">;

/** What stored answers are under other documents: refused somewhere, or taken, with those that migrations change. */
export type StoredJudgement =
  | { readonly refused: Fault & { readonly verification: string }; readonly rewritten?: undefined }
  | { readonly refused?: undefined; readonly rewritten: Rewritten };

/** Answers as migrations (their ids) make them, at the rows that hold them. */
export interface Rewritten {
  readonly migrations: readonly string[];
  readonly submissions: readonly { subType: string; data: DataTree }[];
  readonly drafts: readonly DraftRow[];
}

/**
 * Judges everything that was given in a transaction by other documents than its own, as the migrations of these make it:
 * submissions in full, with the same value, and drafts as far as they go.
 */
export async function judgeStored(
  db: Queryable,
  loaded: LoadedTransaction,
  next: TransactionDocuments,
  organisation: OrganisationRelease,
): Promise<StoredJudgement> {
  const typed = await db
    .select({ verificationName: drafts.verificationName, subType: drafts.subType, data: drafts.data })
    .from(drafts)
    .where(eq(drafts.transactionId, loaded.row.id));
  const parts: Rewritten[] = [];
  for (const item of loaded.items) {
    const [former, newer] = [loaded, { ...loaded, documents: next }].map((one) => findJudge(one, item, organisation));
    if (!former && !newer) continue;
    if (!former || !newer) return { refused: { verification: item.name, pointer: "", keyword: "form" } };
    const isSameForm = former.model.id === newer.model.id;
    const migrations = isSameForm ? findMigrations(loaded.documents.kept, next.kept, former.model.id) : [];
    const succession = { former, newer, migrations };
    const own = typed.filter(({ verificationName }) => verificationName === item.name);
    const fault = findFault(succession, item, own);
    if (fault) return { refused: { ...fault, verification: item.name } };
    if (migrations.length > 0) parts.push(rewrite(succession, item, own));
  }
  return {
    rewritten: {
      migrations: [...new Set(parts.flatMap(({ migrations }) => migrations))],
      submissions: parts.flatMap(({ submissions }) => submissions),
      drafts: parts.flatMap((part) => part.drafts),
    },
  };
}

function findFault(succession: Succession, { submissions }: ItemRow, own: readonly DraftRow[]): Fault | undefined {
  for (const submission of submissions) {
    const fault = findSubmissionFault(succession, submission.data) ?? findLostPlace(succession, submission);
    if (fault) return fault;
  }
  return own.map(({ data }) => findDraftFault(succession, data)).find((fault) => fault !== undefined);
}

/** What the verifier asks for again names fields: a form without them could not be mended by it. */
function findLostPlace({ former, newer }: Succession, { insufficiency }: SubmissionRow): Fault | undefined {
  const asked = [...(insufficiency?.fields ?? []), ...(insufficiency?.places ?? [])];
  const lost = asked.find((at) => former.model.byPointer.has(at) && !newer.model.byPointer.has(at));
  return lost === undefined ? undefined : { pointer: lost, keyword: "repair" };
}

function rewrite(succession: Succession, { submissions }: ItemRow, own: readonly DraftRow[]): Rewritten {
  const change = <Row extends { data: DataTree }>(row: Row) => ({
    ...row,
    data: toNewer(succession, row.data) as DataTree,
  });
  return {
    migrations: succession.migrations.map(({ migration }) => migration.id),
    submissions: submissions.map(({ subType, data }) => change({ subType, data })),
    drafts: own.map(change),
  };
}
