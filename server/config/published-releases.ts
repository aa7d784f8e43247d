import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { arrayContains, sql } from "drizzle-orm";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { WalletError } from "#server/errors.ts";
import { describeError, type Log } from "#server/platform/log.ts";
import type { Platform } from "#server/platform/platform.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database } from "#server/platform/store/database.ts";
import { publications } from "#server/platform/store/tables/runtime.ts";
import type { Release } from "./release.ts";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const retentionDays = 7;
/** A release is announced again while it is served, so that it stays in the database. */
const announceEveryMs = 12 * 3_600_000;
const foreignMax = 24;
const searchesMax = 50;

/** Records the served release in the audit log, once for each change. */
export async function recordPublication({ db }: Pick<Platform, "db">, release: string): Promise<void> {
  await db.execute(sql`
    insert into audit_log (event, candidate_id, detail, at)
    select 'config-published', null, jsonb_build_object('release', ${release}::text), app_now()
    where ${release}::text is distinct from (select detail->>'release' from audit_log where event = 'config-published' order by at desc limit 1)`);
}

type Compile = (sources: readonly SourceDefinition[]) => Promise<Release>;

/**
 * Releases that the servers of one database serve, mixtures with older ones too, so that a page of one server finds its
 * definitions at another.
 */
export class PublishedReleases {
  readonly #db: Database;
  readonly #compile: Compile;
  readonly #log: Log;
  readonly #announced = new Map<string, { at: number; done: Promise<void> }>();
  /** Releases of other servers by id. Each is compiled once, also when this server cannot compile it. */
  readonly #foreign = new Map<string, Promise<Release | undefined>>();
  #searches = 0;

  constructor(db: Database, compile: Compile, log: Log) {
    this.#db = db;
    this.#compile = compile;
    this.#log = log;
  }

  /**
   * Call it before a page gets addresses of the release. Without the database it is announced later; this server has
   * them anyway.
   */
  announce(release: Release): Promise<void> {
    const now = performance.now();
    const known = this.#announced.get(release.id);
    if (known && now - known.at < announceEveryMs) return known.done;
    const done = this.#write(release).catch((error: unknown) => {
      this.#announced.delete(release.id);
      this.#log.warn({ release: release.id, ...describeError(error) }, "other servers cannot serve this release yet");
    });
    this.#announced.set(release.id, { at: now, done });
    return done;
  }

  /**
   * The content that another server serves at an address; undefined for an unknown one. Throws 503 when very many calls
   * ask for unknown addresses.
   */
  async find(address: string): Promise<string | undefined> {
    if (this.#searches >= searchesMax) throw new WalletError("unavailable", { retryAfterSeconds: 1 });
    this.#searches += 1;
    try {
      const [row] = await this.#db
        .select({ id: publications.id })
        .from(publications)
        .where(arrayContains(publications.addresses, [address]))
        .limit(1);
      return row && (await this.#findForeign(row.id))?.served.get(address);
    } finally {
      this.#searches -= 1;
    }
  }

  async sweep(): Promise<void> {
    await prune(this.#db, publications, sql`served_at < now() - ${retentionDays} * interval '1 day'`);
  }

  async #write({ id, sources, served }: Release): Promise<void> {
    const packed = (await pack(JSON.stringify(sources))).toString("base64");
    await this.#db
      .insert(publications)
      .values({ id, sources: packed, addresses: [...served.keys()], servedAt: sql`now()` })
      .onConflictDoUpdate({ target: publications.id, set: { servedAt: sql`now()` } });
  }

  #findForeign(id: string): Promise<Release | undefined> {
    const release = this.#foreign.get(id) ?? this.#compileForeign(id);
    this.#foreign.delete(id);
    this.#foreign.set(id, release);
    // For example when the database was down.
    release.catch(() => this.#foreign.delete(id));
    if (this.#foreign.size > foreignMax) this.#foreign.delete(this.#foreign.keys().next().value!);
    return release;
  }

  /** Undefined when the definitions need another version of the code. */
  async #compileForeign(id: string): Promise<Release | undefined> {
    const [row] = await this.#db
      .select({ sources: publications.sources })
      .from(publications)
      .where(sql`id = ${id}`);
    if (!row) return undefined;
    const sources = JSON.parse((await unpack(Buffer.from(row.sources, "base64"))).toString()) as SourceDefinition[];
    return this.#compile(sources).catch(() => undefined);
  }
}
