import { existsSync, unwatchFile, watchFile } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { writeAndSync } from "#server/platform/atomic-files.ts";

/** A release that passed the check and was served. `servedAt` (ISO 8601) is the last time it became the current one. */
export interface StoredRelease {
  readonly release: string;
  readonly servedAt: string;
  readonly documents: number;
}

/** An earlier release that an operator pinned: it is served instead of the folder. */
export interface ReleasePin {
  readonly release: string;
  /** ISO 8601. */
  readonly since: string;
}

const releasesMax = 50;
const watchEveryMs = 1000;
const pinFile = "pinned.json";
/** Name of the pin file in earlier releases of the code. */
const formerPinFile = "held.json";
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * The releases in a data directory: each one that was served, to fall back on or to return to, and the pinned one. The
 * server stores what it serves, `npm run releases` pins. Either may be killed between two writes.
 */
export class ReleaseStore {
  readonly #folder: string;
  readonly #warn: (line: string) => void;

  /** `warn` gets a line when the list cannot be read. */
  constructor(dataDir: string, warn: (line: string) => void) {
    this.#folder = path.join(dataDir, "releases");
    this.#warn = warn;
  }

  /** All stored releases, the newest first. Empty when the list cannot be read. */
  async list(): Promise<StoredRelease[]> {
    try {
      const listed = (await this.#read<unknown>("list.json")) ?? [];
      if (Array.isArray(listed)) return listed as StoredRelease[];
      throw new TypeError("this is no list");
    } catch (error) {
      this.#warn(`${path.join(this.#folder, "list.json")} cannot be read, and counts as empty: ${String(error)}`);
      return [];
    }
  }

  /** Stores the release that is served now, with its definitions. Keeps the last fifty. */
  async store(release: string, sources: readonly SourceDefinition[]): Promise<void> {
    const listed = await this.list();
    if (listed[0]?.release === release) return;
    const entry = { release, servedAt: new Date().toISOString(), documents: sources.length };
    const next = [entry, ...listed.filter((one) => one.release !== release)];
    await this.#write(toFileName(release), await pack(JSON.stringify(sources)));
    await this.#write("list.json", JSON.stringify(next.slice(0, releasesMax)));
    for (const { release: old } of next.slice(releasesMax)) await rm(this.#pathOf(toFileName(old)), { force: true });
  }

  /** The definitions of a release; undefined for an unknown one. */
  async find(release: string): Promise<SourceDefinition[] | undefined> {
    if (!(await this.list()).some((one) => one.release === release)) return undefined;
    return JSON.parse(
      (await unpack(await readFile(this.#pathOf(toFileName(release))))).toString(),
    ) as SourceDefinition[];
  }

  /** The definitions of the newest readable release; undefined when there is none. */
  async findLast(): Promise<SourceDefinition[] | undefined> {
    for (const { release } of await this.list()) {
      const sources = await this.find(release).catch(() => undefined);
      if (sources) return sources;
    }
    return undefined;
  }

  /** The pinned release. */
  async findPin(): Promise<ReleasePin | undefined> {
    if (!existsSync(this.#pathOf(pinFile)) && existsSync(this.#pathOf(formerPinFile)))
      await rename(this.#pathOf(formerPinFile), this.#pathOf(pinFile));
    return this.#read<ReleasePin>(pinFile);
  }

  /** Pins a stored release: it is served from now on. */
  async pin(release: string): Promise<void> {
    await this.#write(pinFile, JSON.stringify({ release, since: new Date().toISOString() }));
  }

  /** Ends the pin: the folder is served again. */
  async unpin(): Promise<void> {
    for (const name of [pinFile, formerPinFile]) await rm(this.#pathOf(name), { force: true });
  }

  /** Calls `onChange` within a second after the pin has changed. */
  watchPin(onChange: () => void): { close(): void } {
    const file = this.#pathOf(pinFile);
    watchFile(file, { interval: watchEveryMs, persistent: false }, onChange);
    return { close: () => unwatchFile(file, onChange) };
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  async #read<T>(name: string): Promise<T | undefined> {
    const file = this.#pathOf(name);
    return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as T) : undefined;
  }

  #write(name: string, content: string | Buffer): Promise<void> {
    return writeAndSync(this.#pathOf(name), content);
  }
}

const toFileName = (release: string): string => `${release}.json.gz`;
