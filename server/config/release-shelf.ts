import { existsSync, unwatchFile, watchFile } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { moveDurably } from "#server/platform/durably.ts";

/** A release that checked and was served; `servedAt` (ISO 8601) is when it was taken last. */
export interface ShelvedRelease {
  readonly release: string;
  readonly servedAt: string;
  readonly documents: number;
}

/** An earlier release that is served on purpose, whatever the folder says. */
export interface Hold {
  readonly release: string;
  /** ISO 8601. */
  readonly since: string;
}

const shelvedMax = 50;
const lookEveryMs = 1000;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * The releases of a data directory: each that was served, to fall back on or to go back to, and which one is held. The
 * service writes what it serves, `npm run releases` what is held; either may be killed in between.
 */
export class ReleaseShelf {
  readonly #folder: string;
  readonly #tell: (line: string) => void;

  /** `tell` hears of a list that cannot be read. */
  constructor(dataDir: string, tell: (line: string) => void) {
    this.#folder = path.join(dataDir, "releases");
    this.#tell = tell;
  }

  /** The newest first; none where the list cannot be read. */
  async list(): Promise<ShelvedRelease[]> {
    try {
      const listed = (await this.#read<unknown>("list.json")) ?? [];
      if (Array.isArray(listed)) return listed as ShelvedRelease[];
      throw new TypeError("this is no list");
    } catch (error) {
      this.#tell(`${path.join(this.#folder, "list.json")} cannot be read, and counts as empty: ${String(error)}`);
      return [];
    }
  }

  /** Notes that a release is served now, with the documents it is made of; the oldest beyond fifty goes. */
  async keep(release: string, sources: readonly SourceDocument[]): Promise<void> {
    const listed = await this.list();
    if (listed[0]?.release === release) return;
    const entry = { release, servedAt: new Date().toISOString(), documents: sources.length };
    const next = [entry, ...listed.filter((one) => one.release !== release)];
    await this.#write(toFile(release), await pack(JSON.stringify(sources)));
    await this.#write("list.json", JSON.stringify(next.slice(0, shelvedMax)));
    for (const { release: old } of next.slice(shelvedMax)) await rm(this.#fileOf(old), { force: true });
  }

  /** The documents of a release; undefined when it is not there. */
  async find(release: string): Promise<SourceDocument[] | undefined> {
    if (!(await this.list()).some((one) => one.release === release)) return undefined;
    return JSON.parse((await unpack(await readFile(this.#fileOf(release)))).toString()) as SourceDocument[];
  }

  /** The documents of the release that was served last, of those that can still be read; undefined when there is none. */
  async findLast(): Promise<SourceDocument[] | undefined> {
    for (const { release } of await this.list()) {
      const sources = await this.find(release).catch(() => undefined);
      if (sources) return sources;
    }
    return undefined;
  }

  /** Which release is to be served whatever the folder says. */
  findHold(): Promise<Hold | undefined> {
    return this.#read<Hold>("held.json");
  }

  /** Has a release of the shelf served from now on. */
  async hold(release: string): Promise<void> {
    await this.#write("held.json", JSON.stringify({ release, since: new Date().toISOString() }));
  }

  /** Has the folder's documents served again. */
  async letGo(): Promise<void> {
    await rm(path.join(this.#folder, "held.json"), { force: true });
  }

  /** Calls, within a second, when another release is held or none is any more. */
  watchHold(changed: () => void): { close(): void } {
    const file = path.join(this.#folder, "held.json");
    watchFile(file, { interval: lookEveryMs, persistent: false }, changed);
    return { close: () => unwatchFile(file, changed) };
  }

  #fileOf(release: string): string {
    return path.join(this.#folder, toFile(release));
  }

  async #read<T>(name: string): Promise<T | undefined> {
    const file = path.join(this.#folder, name);
    return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as T) : undefined;
  }

  async #write(name: string, content: string | Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, name);
    await writeFile(`${file}.next`, content);
    await moveDurably(`${file}.next`, file);
  }
}

const toFile = (release: string): string => `${release}.json.gz`;
