import { eq } from "drizzle-orm";
import type { DataTree } from "#engine/core/form/data-tree.ts";
import { findMigrations } from "#engine/authoring/release/migrate.ts";
import {
  findDraftFault,
  findSubmissionFault,
  toNewerData,
  type Fault,
  type FormSuccession,
} from "#engine/authoring/release/accepts-stored-data.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts } from "#server/platform/store/tables/transactions.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/load.ts";
import { findFormValidator } from "./stored-answers.ts";

type DraftRow = Pick<typeof drafts.$inferSelect, "verificationName" | "subType" | "data">;

/** Result of validating stored answers with other definitions: invalid, or valid with the migrated answers. */
export type StoredValidation =
  | { readonly invalid: Fault & { readonly verification: string }; readonly migrated?: undefined }
  | { readonly invalid?: undefined; readonly migrated: MigratedAnswers };

/** Migrated answers with the ids of the migrations, by row. */
export interface MigratedAnswers {
  readonly migrations: readonly string[];
  readonly submissions: readonly { subType: string; data: DataTree }[];
  readonly drafts: readonly DraftRow[];
}

/**
 * Validates all answers of a transaction with the definitions of another release, after its migrations. Submissions
 * must be complete and keep their values; drafts may be partial.
 */
export async function validateStoredAnswers(
  db: Queryable,
  loaded: LoadedTransaction,
  next: TransactionDefinitions,
  organisation: OrganisationRelease,
): Promise<StoredValidation> {
  const stored = await db
    .select({ verificationName: drafts.verificationName, subType: drafts.subType, data: drafts.data })
    .from(drafts)
    .where(eq(drafts.transactionId, loaded.row.id));
  const parts: MigratedAnswers[] = [];
  for (const item of loaded.items) {
    const [former, newer] = [loaded, { ...loaded, definitions: next }].map((one) =>
      findFormValidator(one, item, organisation),
    );
    if (!former && !newer) continue;
    if (!former || !newer) return { invalid: { verification: item.name, pointer: "", keyword: "form" } };
    const isSameForm = former.model.id === newer.model.id;
    const migrations = isSameForm ? findMigrations(loaded.definitions.pinned, next.pinned, former.model.id) : [];
    const succession = { former, newer, migrations };
    const own = stored.filter(({ verificationName }) => verificationName === item.name);
    const fault = findFault(succession, item, own);
    if (fault) return { invalid: { ...fault, verification: item.name } };
    if (migrations.length > 0) parts.push(rewrite(succession, item, own));
  }
  return {
    migrated: {
      migrations: [...new Set(parts.flatMap(({ migrations }) => migrations))],
      submissions: parts.flatMap(({ submissions }) => submissions),
      drafts: parts.flatMap((part) => part.drafts),
    },
  };
}

function findFault(succession: FormSuccession, { submissions }: ItemRow, own: readonly DraftRow[]): Fault | undefined {
  for (const submission of submissions) {
    const fault = findSubmissionFault(succession, submission.data) ?? findLostField(succession, submission);
    if (fault) return fault;
  }
  return own.map(({ data }) => findDraftFault(succession, data)).find((fault) => fault !== undefined);
}

/** A verifier's request names fields. Without them in the new form, the candidate could not answer it. */
function findLostField({ former, newer }: FormSuccession, { insufficiency }: SubmissionRow): Fault | undefined {
  const requested = [...(insufficiency?.fields ?? []), ...(insufficiency?.mustChange ?? [])];
  const lost = requested.find((at) => former.model.byPointer.has(at) && !newer.model.byPointer.has(at));
  return lost === undefined ? undefined : { pointer: lost, keyword: "repair" };
}

function rewrite(succession: FormSuccession, { submissions }: ItemRow, own: readonly DraftRow[]): MigratedAnswers {
  const change = <Row extends { data: DataTree }>(row: Row) => ({
    ...row,
    data: toNewerData(succession, row.data) as DataTree,
  });
  return {
    migrations: succession.migrations.map(({ migration }) => migration.id),
    submissions: submissions.map(({ subType, data }) => change({ subType, data })),
    drafts: own.map(change),
  };
}
