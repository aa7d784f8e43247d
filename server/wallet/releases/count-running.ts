import { and, asc, gt, inArray } from "drizzle-orm";
import { runningStates } from "#engine/core/definitions/states.ts";
import { isOpen } from "#engine/core/transaction/state-machine.ts";
import type { Release } from "#server/config/release.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { toCurrentDefinitions } from "../transactions/pinned-definitions.ts";
import { loadTransaction, type LoadedTransaction } from "../transactions/load.ts";
import { findCompatibility } from "./compatibility.ts";
import { validateStoredAnswers } from "./validate-stored.ts";

/** Effect of a release on the running transactions of one request, in numbers. */
export interface RunningCount {
  readonly orgId: string;
  readonly formId: string;
  /** Not submitted yet: the number by outcome. */
  readonly open: ReadonlyMap<string, number>;
  /** With the verifier: these keep their definitions. */
  readonly submitted: number;
}

/** Outcomes for transactions that are not submitted. Invalid answers have a separate outcome text. */
const outcomes = {
  same: "have these definitions already",
  upgrade: "move to these definitions",
  migrate: "move to these definitions, answers changed by a migration",
  stay: "stay on their definitions",
} as const;

const batchSize = 200;

interface Count extends RunningCount {
  open: Map<string, number>;
  submitted: number;
}

/** Tries a release on every running transaction of a database, read only. By organisation and request. */
export async function countRunningTransactions(db: Database, release: Release): Promise<RunningCount[]> {
  const counts = new Map<string, Count>();
  const countFrom = (after: string) => inTransaction(db, (tx) => countBatch(tx, release, after, counts), "read only");
  for (let last = await countFrom(""); last !== undefined; last = await countFrom(last));
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** → the id of the last transaction of the batch; undefined when there was none. */
async function countBatch(
  tx: Queryable,
  release: Release,
  after: string,
  counts: Map<string, Count>,
): Promise<string | undefined> {
  const rows = await tx
    .select()
    .from(transactions)
    .where(and(gt(transactions.id, after), inArray(transactions.state, [...runningStates])))
    .orderBy(asc(transactions.id))
    .limit(batchSize);
  for (const row of rows) {
    const { orgId, formId } = row;
    const key = `${orgId}/${formId}`;
    const count = counts.get(key) ?? { orgId, formId, open: new Map<string, number>(), submitted: 0 };
    counts.set(key, count);
    if (!isOpen(row.state)) count.submitted += 1;
    else {
      const outcome = await tryRelease(tx, await loadTransaction(tx, row.id), release);
      count.open.set(outcome, (count.open.get(outcome) ?? 0) + 1);
    }
  }
  return rows.at(-1)?.id;
}

async function tryRelease(db: Queryable, loaded: LoadedTransaction, release: Release): Promise<string> {
  const { row, definitions, now } = loaded;
  const organisation = release.organisations.get(row.orgId);
  if (row.releaseId === release.id) return outcomes.same;
  if (!organisation) return outcomes.stay;
  const next = toCurrentDefinitions(release, organisation);
  if ((await findCompatibility(definitions, next, row.formId, now)).class === "major") return outcomes.stay;
  const { invalid, migrated } = await validateStoredAnswers(db, loaded, next, organisation);
  if (invalid) return `stay: ${invalid.verification} rejects ${invalid.pointer || "its answers"} (${invalid.keyword})`;
  return migrated.migrations.length > 0 ? outcomes.migrate : outcomes.upgrade;
}
