import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { arrayContains, sql } from "drizzle-orm";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { WalletError } from "#server/errors.ts";
import { describeError, type Log } from "#server/platform/log.ts";
import type { Platform } from "#server/platform/platform.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database } from "#server/platform/store/database.ts";
import { publications } from "#server/platform/store/tables/runtime.ts";
import type { Release } from "./release.ts";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const keptDays = 7;
/** A release that is served is told again, so that it stays known. */
const toldEveryMs = 12 * 3_600_000;
const metMax = 24;
const askingMax = 50;

/** Writes into the audit log which release (its id) is served, once for each that comes. */
export async function notePublication({ db }: Pick<Platform, "db">, release: string): Promise<void> {
  await db.execute(sql`
    insert into audit_log (event, candidate_id, detail, at)
    select 'config-published', null, jsonb_build_object('release', ${release}::text), app_now()
    where ${release}::text is distinct from (select detail->>'release' from audit_log where event = 'config-published' order by at desc limit 1)`);
}

type Compile = (sources: readonly SourceDocument[]) => Promise<Release>;

/** The releases that the servers of one database serve, those with an older one's documents among them too: a page that was told by one server asks another. */
export class Publications {
  readonly #db: Database;
  readonly #compile: Compile;
  readonly #log: Log;
  readonly #told = new Map<string, { at: number; done: Promise<void> }>();
  /** Of others, by their ids: each is made once, also one that this server cannot make. */
  readonly #met = new Map<string, Promise<Release | undefined>>();
  #asking = 0;

  constructor(db: Database, compile: Compile, log: Log) {
    this.#db = db;
    this.#compile = compile;
    this.#log = log;
  }

  /** Before anybody is told of a release's addresses. Where the database is away it is told later: this server has them. */
  tell(release: Release): Promise<void> {
    const now = performance.now();
    const known = this.#told.get(release.id);
    if (known && now - known.at < toldEveryMs) return known.done;
    const done = this.#write(release).catch((error: unknown) => {
      this.#told.delete(release.id);
      this.#log.warn({ release: release.id, ...describeError(error) }, "other servers do not know this release yet");
    });
    this.#told.set(release.id, { at: now, done });
    return done;
  }

  /** What another server serves at an address; undefined where none does. Throws 503 where very many ask for what is not there. */
  async find(address: string): Promise<string | undefined> {
    if (this.#asking >= askingMax) throw new WalletError("unavailable", { retryAfterSeconds: 1 });
    this.#asking += 1;
    try {
      const [row] = await this.#db
        .select({ id: publications.id })
        .from(publications)
        .where(arrayContains(publications.addresses, [address]))
        .limit(1);
      return row && (await this.#meet(row.id))?.served.get(address);
    } finally {
      this.#asking -= 1;
    }
  }

  async sweep(): Promise<void> {
    await prune(this.#db, publications, sql`served_at < now() - ${keptDays} * interval '1 day'`);
  }

  async #write({ id, sources, served }: Release): Promise<void> {
    const packed = (await pack(JSON.stringify(sources))).toString("base64");
    await this.#db
      .insert(publications)
      .values({ id, sources: packed, addresses: [...served.keys()], servedAt: sql`now()` })
      .onConflictDoUpdate({ target: publications.id, set: { servedAt: sql`now()` } });
  }

  #meet(id: string): Promise<Release | undefined> {
    const met = this.#met.get(id) ?? this.#make(id);
    this.#met.delete(id);
    this.#met.set(id, met);
    // The database was away, say.
    met.catch(() => this.#met.delete(id));
    if (this.#met.size > metMax) this.#met.delete(this.#met.keys().next().value!);
    return met;
  }

  /** Undefined where its documents are for another version of the service. */
  async #make(id: string): Promise<Release | undefined> {
    const [row] = await this.#db
      .select({ sources: publications.sources })
      .from(publications)
      .where(sql`id = ${id}`);
    if (!row) return undefined;
    const sources = JSON.parse((await unpack(Buffer.from(row.sources, "base64"))).toString()) as SourceDocument[];
    return this.#compile(sources).catch(() => undefined);
  }
}
