import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { Platform } from "#server/platform/platform.ts";
import { prune } from "#server/platform/prune.ts";
import type { Database } from "#server/platform/store/database.ts";
import { publications } from "#server/platform/store/tables/runtime.ts";
import type { Release } from "./release.ts";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const keptDays = 7;
/** A release that is served is told again, so that it stays known. */
const toldEveryMs = 12 * 3_600_000;
const othersMax = 4;

/** Writes into the audit log which release (its id) is served, once for each that comes. */
export async function notePublication({ db }: Pick<Platform, "db">, release: string): Promise<void> {
  await db.execute(sql`
    insert into audit_log (event, candidate_id, detail, at)
    select 'config-published', null, jsonb_build_object('release', ${release}::text), app_now()
    where ${release}::text is distinct from (select detail->>'release' from audit_log where event = 'config-published' order by at desc limit 1)`);
}

type Compile = (sources: readonly SourceDocument[]) => Promise<Release>;

/** The releases that the servers of one database serve: while one after the other gets a newer one, a page asks both. */
export class Publications {
  readonly #db: Database;
  readonly #compile: Compile;
  readonly #told = new Map<string, { at: number; done: Promise<void> }>();
  /** Of others: each is made once, also one that this server cannot make. */
  readonly #met = new Map<string, Promise<Release | undefined>>();
  #asked: Promise<Release[]> | undefined;

  constructor(db: Database, compile: Compile) {
    this.#db = db;
    this.#compile = compile;
  }

  /** Before anybody is told of a release's addresses. */
  async tell(release: Release): Promise<void> {
    const now = performance.now();
    const known = this.#told.get(release.id);
    if (known && now - known.at < toldEveryMs) return known.done;
    const done = this.#write(release);
    this.#told.set(release.id, { at: now, done });
    done.catch(() => this.#told.delete(release.id));
    return done;
  }

  /** Those of other servers, the newest first. Whoever asks meanwhile waits for the same answer: it costs one question at a time. */
  findOthers(): Promise<Release[]> {
    this.#asked ??= this.#find().finally(() => (this.#asked = undefined));
    return this.#asked;
  }

  async sweep(): Promise<void> {
    await prune(this.#db, publications, sql`served_at < now() - ${keptDays} * interval '1 day'`);
  }

  async #write({ id, sources }: Release): Promise<void> {
    const packed = (await pack(JSON.stringify(sources))).toString("base64");
    await this.#db
      .insert(publications)
      .values({ id, sources: packed, servedAt: sql`now()` })
      .onConflictDoUpdate({ target: publications.id, set: { servedAt: sql`now()` } });
  }

  async #find(): Promise<Release[]> {
    const ids = await this.#db
      .select({ id: publications.id })
      .from(publications)
      .orderBy(sql`served_at desc`)
      .limit(othersMax);
    const listed = new Set(ids.map(({ id }) => id));
    for (const id of this.#met.keys()) if (!listed.has(id)) this.#met.delete(id);
    const made = await Promise.all(ids.map(({ id }) => this.#meet(id)));
    return made.filter((release) => release !== undefined);
  }

  #meet(id: string): Promise<Release | undefined> {
    if (this.#told.has(id)) return Promise.resolve(undefined);
    const known = this.#met.get(id);
    if (known) return known;
    const met = this.#make(id);
    this.#met.set(id, met);
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
