import type { ChangeFeed } from "#server/platform/store/change-feed.ts";
import { decodeUnverified, type AccessClaims } from "./access-token.ts";
import type { Candidate } from "./candidate.ts";

/** A session as read: its access token, its candidate, and the database time of the read. */
interface SessionRead {
  readonly token: string;
  readonly claims: AccessClaims;
  readonly candidate: Candidate;
  readonly now: Date;
}

interface CachedSession extends SessionRead {
  /** Monotonic clock of this process, in milliseconds. */
  readonly readAt: number;
}

/** Calls within this time need no database read. */
const maxAgeMs = 3000;
const maxEntries = 10_000;

/** Cache of open sessions. A change to a session, on any server, removes its entry. */
export class SessionCache {
  readonly #byId = new Map<string, CachedSession>();
  readonly #changes: ChangeFeed;
  /** Number of changes so far. */
  #changeCount = 0;

  constructor(changes: ChangeFeed) {
    this.#changes = changes;
    changes.onChange((changed) => {
      if (changed.what === "news") return;
      this.#changeCount += 1;
      if (changed.what === "session") this.forget(changed.id);
      else if (changed.what === "candidate") this.#forgetOf(changed.id);
      else this.#byId.clear();
    });
  }

  /** The cached session of this token; undefined when it must be read from the database. */
  find(token: string): { id: string; candidate: Candidate } | undefined {
    const id = this.#changes.isListening ? decodeUnverified(token)?.sid : undefined;
    const found = id === undefined ? undefined : this.#byId.get(id);
    // Another token of the same session needs its own signature check.
    if (id === undefined || found?.token !== token) return undefined;
    const age = performance.now() - found.readAt;
    if (age <= maxAgeMs && found.claims.exp * 1000 > found.now.getTime() + age)
      return { id, candidate: found.candidate };
    this.#byId.delete(id);
    return undefined;
  }

  /** Call it before a read. The returned function caches the result unless a change came in between. */
  begin(): (read: SessionRead) => void {
    const [before, readAt] = [this.#changeCount, performance.now()];
    return (read) => {
      if (this.#changeCount !== before || !this.#changes.isListening) return;
      const oldest = this.#byId.size >= maxEntries ? this.#byId.keys().next().value : undefined;
      if (oldest !== undefined) this.#byId.delete(oldest);
      this.#byId.set(read.claims.sid, { ...read, readAt });
    };
  }

  forget(id: string): void {
    this.#changeCount += 1;
    this.#byId.delete(id);
  }

  #forgetOf(candidateId: string): void {
    for (const [id, { candidate }] of this.#byId) if (candidate.id === candidateId) this.forget(id);
  }
}
