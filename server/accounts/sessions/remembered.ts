import type { Changes } from "#server/platform/store/changes.ts";
import { readUnproved, type AccessClaims } from "./access-token.ts";
import type { Candidate } from "./candidate.ts";

/** A session as it was read: the access token that named it, whose it is, and the database's time then. */
interface Read {
  readonly token: string;
  readonly claims: AccessClaims;
  readonly candidate: Candidate;
  readonly now: Date;
}

interface Remembered extends Read {
  /** By this process's own steady clock, in milliseconds. */
  readonly readAt: number;
}

/** Who asks again within seconds is not looked up again. */
const keptMs = 3000;
const keptMost = 10_000;

/** Sessions that were found to be open a moment ago. Whatever ends one, here or on another server, takes it out. */
export class RememberedSessions {
  readonly #byId = new Map<string, Remembered>();
  readonly #changes: Changes;
  /** How often something has changed. */
  #changed = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
    changes.hear((changed) => {
      this.#changed += 1;
      if (changed.what === "session") this.forget(changed.id);
      else if (changed.what === "candidate") this.#forgetOf(changed.id);
      else this.#byId.clear();
    });
  }

  /** The session that this token was found to be of, and whose it is; undefined where it has to be looked up. */
  find(token: string): { id: string; candidate: Candidate } | undefined {
    const id = this.#changes.isHeard ? readUnproved(token)?.sid : undefined;
    const found = id === undefined ? undefined : this.#byId.get(id);
    // Another token of the session is proved by itself.
    if (id === undefined || found?.token !== token) return undefined;
    const age = performance.now() - found.readAt;
    if (age <= keptMs && found.claims.exp * 1000 > found.now.getTime() + age) return { id, candidate: found.candidate };
    this.#byId.delete(id);
    return undefined;
  }

  /** Before a lookup: what is read is kept only where nothing has changed meanwhile. */
  begin(): (read: Read) => void {
    const [before, readAt] = [this.#changed, performance.now()];
    return (read) => {
      if (this.#changed !== before || !this.#changes.isHeard) return;
      const oldest = this.#byId.size >= keptMost ? this.#byId.keys().next().value : undefined;
      if (oldest !== undefined) this.#byId.delete(oldest);
      this.#byId.set(read.claims.sid, { ...read, readAt });
    };
  }

  forget(id: string): void {
    this.#changed += 1;
    this.#byId.delete(id);
  }

  #forgetOf(candidateId: string): void {
    for (const [id, { candidate }] of this.#byId) if (candidate.id === candidateId) this.forget(id);
  }
}
