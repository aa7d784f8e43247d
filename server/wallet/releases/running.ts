import { and, asc, gt, inArray } from "drizzle-orm";
import { isOpen, runningStates } from "#engine/transaction/state-machine.ts";
import type { Release } from "#server/config/release.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { currentDocuments } from "../transactions/documents.ts";
import { load, type LoadedTransaction } from "../transactions/rows.ts";
import { findCompatibility } from "./compatibility.ts";
import { judgeStored } from "./judge-stored.ts";

/** What a release would be to the transactions of one request that run: how many are where. */
export interface Running {
  readonly orgId: string;
  readonly formId: string;
  /** Not submitted yet: how many, by what becomes of them in words. */
  readonly open: ReadonlyMap<string, number>;
  /** With the verifier: they keep their documents whatever comes. */
  readonly submitted: number;
}

/** What becomes of a transaction that is not submitted: these words, or those for the place that refuses. */
const outcomes = {
  there: "have these documents already",
  follow: "follow",
  migrate: "follow, their answers changed by a migration",
  stay: "stay on the documents they have",
} as const;

const batchSize = 200;

interface Count extends Running {
  open: Map<string, number>;
  submitted: number;
}

/** Tries a release on every transaction of a database that runs, and changes none. By organisation and request. */
export async function countRunning(db: Database, release: Release): Promise<Running[]> {
  const counts = new Map<string, Count>();
  const look = (after: string) => inTransaction(db, (tx) => countBatch(tx, release, after, counts), "read only");
  for (let last = await look(""); last !== undefined; last = await look(last));
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** The id of the last one, undefined when there was none. */
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
      const outcome = await judge(tx, await load(tx, row.id), release);
      count.open.set(outcome, (count.open.get(outcome) ?? 0) + 1);
    }
  }
  return rows.at(-1)?.id;
}

async function judge(db: Queryable, loaded: LoadedTransaction, release: Release): Promise<string> {
  const { row, documents, now } = loaded;
  const organisation = release.organisations.get(row.orgId);
  if (row.releaseId === release.id) return outcomes.there;
  if (!organisation) return outcomes.stay;
  const next = currentDocuments(release, organisation);
  if ((await findCompatibility(documents, next, row.formId, now)).class === "major") return outcomes.stay;
  const { refused, rewritten } = await judgeStored(db, loaded, next, organisation);
  if (refused)
    return `stay: ${refused.verification} does not take ${refused.pointer || "what was given"} (${refused.keyword})`;
  return rewritten.migrations.length > 0 ? outcomes.migrate : outcomes.follow;
}
