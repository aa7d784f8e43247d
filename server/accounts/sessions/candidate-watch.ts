import { sql } from "drizzle-orm";
import { describeError, type Log } from "#server/platform/log.ts";
import type { Change, ChangeFeed } from "#server/platform/store/change-feed.ts";
import type { Database } from "#server/platform/store/database.ts";

/** Changes of this time arrive together: one act changes several rows. */
const gatherMs = 50;
/** How often the sessions of all watchers are checked, by one statement. The end of one is also announced. */
const checkMs = 10_000;

/** What changed for a candidate since the event before. Names only: the page fetches what it shows. */
export interface CandidateChanges {
  /** Ids of transactions. */
  transactionList: string[];
  /** The organisations whose conversation with the candidate changed. */
  chatList: string[];
  notices: boolean;
  profile: boolean;
  /** Changes may have been missed. */
  everything: boolean;
}

/** The session of an open page. `expiresAt`: the end of its access token, in seconds since 1970. */
export interface WatchedSession {
  candidateId: string;
  sessionId: string;
  expiresAt: number;
}

interface Watcher extends WatchedSession {
  onChanged(changes: CandidateChanges): void;
  /** The session or its access token has ended; called once. */
  onEnd(): void;
}

interface Gathered {
  transactions: Set<string>;
  chats: Set<string>;
  notices: boolean;
  profile: boolean;
  everything: boolean;
}

interface WatchServices {
  db: Database;
  log: Log;
  store: { changeFeed: ChangeFeed };
}

/**
 * Announces to open pages of candidates what any server changes, by the one connection that listens. All pages of a
 * server share it and one check of their sessions.
 */
export class CandidateWatch {
  readonly #services: WatchServices;
  readonly #byCandidate = new Map<string, Set<Watcher>>();
  readonly #gathered = new Map<string, Gathered>();
  #check: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(services: WatchServices) {
    this.#services = services;
    services.store.changeFeed.onChange((change) => this.#follow(change));
  }

  /** Calls the watcher with changes from now on; returns the function that ends it. */
  add(watcher: Watcher): () => void {
    const { candidateId } = watcher;
    const watchers = this.#byCandidate.get(candidateId) ?? new Set();
    this.#byCandidate.set(candidateId, watchers.add(watcher));
    this.#check ??= setInterval(() => void this.#checkSessions(), checkMs).unref();
    return () => this.#remove(watcher);
  }

  #remove(watcher: Watcher): void {
    const watchers = this.#byCandidate.get(watcher.candidateId);
    if (!watchers?.delete(watcher) || watchers.size > 0) return;
    this.#byCandidate.delete(watcher.candidateId);
    if (this.#byCandidate.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  #follow(change: Change): void {
    if (this.#byCandidate.size === 0) return;
    if (change.what === "session") this.#end((watcher) => watcher.sessionId === change.id);
    else if (change.what === "candidate") this.#gather(change.id, (gathered) => (gathered.profile = true));
    else if (change.what === "clock") void this.#checkSessions();
    else if (change.what === "news") this.#gather(change.candidateId, (gathered) => addNews(gathered, change));
    else for (const id of this.#byCandidate.keys()) this.#gather(id, (gathered) => (gathered.everything = true));
  }

  #gather(candidateId: string, add: (gathered: Gathered) => void): void {
    if (!this.#byCandidate.has(candidateId)) return;
    if (this.#gathered.size === 0) setTimeout(() => this.#send(), gatherMs).unref();
    const gathered = this.#gathered.get(candidateId) ?? newGathered();
    add(gathered);
    this.#gathered.set(candidateId, gathered);
  }

  #send(): void {
    for (const [candidateId, { transactions, chats, ...rest }] of this.#gathered)
      for (const watcher of this.#byCandidate.get(candidateId) ?? [])
        watcher.onChanged({ transactionList: [...transactions], chatList: [...chats], ...rest });
    this.#gathered.clear();
  }

  #end(hasEnded: (watcher: Watcher) => boolean): void {
    for (const watchers of this.#byCandidate.values())
      for (const watcher of watchers)
        if (hasEnded(watcher)) {
          this.#remove(watcher);
          watcher.onEnd();
        }
  }

  async #checkSessions(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const watched = [...this.#byCandidate.values()].flatMap((watchers) => [...watchers]);
      const ids = JSON.stringify([...new Set(watched.map(({ sessionId }) => sessionId))]);
      const { rows } = await this.#services.db.execute<{ now: number; open: string[] | null }>(sql`
        select extract(epoch from app_now())::float8 as now, (select json_agg(s.id) from sessions s
          where s.id in (select jsonb_array_elements_text(${ids}::jsonb))
            and s.ended_at is null and s.expires_at > app_now()) as open`);
      const [open, now] = [new Set(rows[0]?.open), rows[0]?.now ?? 0];
      const checked = new Set(watched);
      this.#end((watcher) => checked.has(watcher) && (watcher.expiresAt <= now || !open.has(watcher.sessionId)));
    } catch (error) {
      // The next round checks again; without a database there are no changes to announce.
      this.#services.log.warn(describeError(error), "sessions of open pages could not be checked");
    } finally {
      this.#isChecking = false;
    }
  }
}

const newGathered = (): Gathered => ({
  transactions: new Set(),
  chats: new Set(),
  notices: false,
  profile: false,
  everything: false,
});

function addNews(gathered: Gathered, { about, id }: Extract<Change, { what: "news" }>): void {
  if (about === "transaction") gathered.transactions.add(id);
  else if (about === "chat") gathered.chats.add(id);
  else gathered.notices = true;
}
