import { sql } from "drizzle-orm";
import { describeError, type Log } from "#server/platform/log.ts";
import type { Database } from "#server/platform/store/database.ts";

/** How often the changes of watched organisations are read, while there are watchers. */
const everyMs = 1000;
/** A change becomes visible with its commit, so changes of this time are read again; the known ones are left out. */
const lookBackSeconds = 15;

/** A case that changed: its state, its assignee, its promised date or its notes. */
export interface CaseChange {
  txnId: string;
  subType: string;
}

type Listener = (changes: readonly CaseChange[]) => void;

interface Watched {
  listeners: Set<Listener>;
  /** The time of the last change by case, for `lookBackSeconds`; undefined before the first read. */
  known: ReadonlyMap<string, string> | undefined;
}

/**
 * Announces changes of cases by any server within about a second, by one indexed read a second and organisation. It
 * needs no notifications, which the embedded database lacks.
 */
export class CaseWatch {
  readonly #db: Database;
  readonly #log: Log;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  constructor({ db, log }: { db: Database; log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /** Calls `listener` with the changes in an organisation from now on; returns the function that ends it. */
  add(orgId: string, listener: Listener): () => void {
    const watched = this.#watched.get(orgId) ?? { listeners: new Set(), known: undefined };
    this.#watched.set(orgId, watched);
    watched.listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#readAll(), everyMs).unref();
    void this.#readAll();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#watched.delete(orgId);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (const [orgId, watched] of this.#watched) await this.#read(orgId, watched);
    } catch (error) {
      // The next round reads again.
      this.#log.warn(describeError(error), "changes of cases could not be read");
    } finally {
      this.#isReading = false;
    }
  }

  async #read(orgId: string, watched: Watched): Promise<void> {
    const { rows } = await this.#db.execute<{ transaction_id: string; sub_type: string; changed: string }>(sql`
      select transaction_id, sub_type, changed_at::text as changed from cases
      where org_id = ${orgId} and changed_at > clock_timestamp() - ${lookBackSeconds} * interval '1 second'
      order by changed_at`);
    const { known } = watched;
    const toKey = (row: { transaction_id: string; sub_type: string }) => `${row.transaction_id} ${row.sub_type}`;
    watched.known = new Map(rows.map((row) => [toKey(row), row.changed]));
    if (!known) return;
    const changes = rows
      .filter((row) => known.get(toKey(row)) !== row.changed)
      .map(({ transaction_id: txnId, sub_type: subType }) => ({ txnId, subType }));
    if (changes.length > 0) for (const listener of watched.listeners) listener(changes);
  }
}
