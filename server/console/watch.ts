import { sql } from "drizzle-orm";
import { describeError, type Log } from "#server/platform/log.ts";
import type { Database } from "#server/platform/store/database.ts";

/** How often the changes of watched organisations are read, while there are watchers. */
const everyMs = 1000;
/** A change becomes visible with its commit, so changes of this time are read again; the known ones are left out. */
const lookBackSeconds = 15;

/** What changed in an organisation since the event before. */
export interface Changes {
  /** Cases: their state, their assignee, their promised date or their notes. */
  list: { txnId: string; subType: string }[];
  /** The candidates whose conversations with support changed. */
  chatList: string[];
}

interface Row extends Record<string, unknown> {
  what: "case" | "chat";
  id: string;
  sub_type: string;
  changed: string;
}

type Listener = (changes: Changes) => void;

interface Watched {
  listeners: Set<Listener>;
  /** The time of the last change by case or conversation, for `lookBackSeconds`; undefined before the first read. */
  known: ReadonlyMap<string, string> | undefined;
}

/**
 * Announces changes of cases and conversations by any server within about a second, by one indexed read a second and
 * organisation. It needs no notifications, which the embedded database lacks.
 */
export class ConsoleWatch {
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
      this.#log.warn(describeError(error), "changes of an organisation could not be read");
    } finally {
      this.#isReading = false;
    }
  }

  async #read(orgId: string, watched: Watched): Promise<void> {
    const isRecent = sql`org_id = ${orgId} and changed_at > clock_timestamp() - ${lookBackSeconds} * interval '1 second'`;
    const { rows } = await this.#db.execute<Row>(sql`
      select 'case' as what, transaction_id as id, sub_type, changed_at::text as changed from cases where ${isRecent}
      union all
      select 'chat', candidate_id, '', changed_at::text from chat_threads where ${isRecent} order by changed`);
    const { known } = watched;
    const toKey = (row: Row) => `${row.what} ${row.id} ${row.sub_type}`;
    watched.known = new Map(rows.map((row) => [toKey(row), row.changed]));
    if (!known) return;
    const fresh = rows.filter((row) => known.get(toKey(row)) !== row.changed);
    if (fresh.length === 0) return;
    const list = fresh.flatMap(({ what, id, sub_type: subType }) => (what === "case" ? [{ txnId: id, subType }] : []));
    const chatList = fresh.flatMap(({ what, id }) => (what === "chat" ? [id] : []));
    for (const listener of watched.listeners) listener({ list, chatList });
  }
}
