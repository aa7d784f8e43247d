import path from "node:path";
import type { ConfigStatus } from "#engine/api/config.ts";
import { allowable } from "#engine/check/allowances.ts";
import { checkDocuments, judgeShapes } from "#engine/check/run.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { Settings } from "#server/platform/settings.ts";
import { checkSchemas, loadMetaSchemas, toLine, type Allowed, type PlacedIssue } from "./check-schemas.ts";
import { compileRelease } from "./compile/compile-release.ts";
import { FoundWhole } from "./found-whole.ts";
import { toPinnedSources } from "./pinned-sources.ts";
import { ReleaseShelf, type Hold } from "./release-shelf.ts";
import type { OrganisationRelease, Release } from "./release.ts";
import { findRuntimeUrl, ValidatorCompiler } from "./compile/validator-compiler.ts";
import { signFolder, watchFolder } from "./watch-folder.ts";
import { writeNames } from "./write-names.ts";

/** The documents as the server knows them: always a release that was checked. */
export interface ConfigReader {
  current(): Release;
  organisation(orgId: string): OrganisationRelease | undefined;
  /** The documents of one organisation with those of an older release among them: what an open transaction is drawn with. */
  withPinned(releaseId: string, orgId: string, pinned: readonly AnyDocument[]): Promise<Release>;
  /** A release of these documents, which nobody checks. Rejects where it cannot be made of them. */
  compile(sources: readonly SourceDocument[]): Promise<Release>;
  /** True when what runs is older than what was last checked. */
  isLastGood(): boolean;
  /** The last check, also when it was refused: `ok` when what it checked may be served; `held` while an earlier one is. */
  status(): ConfigStatus;
  /** Serves other documents in the folder's place, as a release would that comes now; undefined: the folder's again. Throws BadDocuments. */
  rehearse(sources: readonly SourceDocument[] | undefined): Promise<void>;
  /** Reads the folder again; a release that does not check never replaces one that runs. */
  reload(): Promise<void>;
  close(): void;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Documents that could not be served, and nothing good to fall back on: the start ends with this list. */
export class BadDocuments extends Error {
  constructor(readonly issues: readonly PlacedIssue[]) {
    super(`The documents do not check:\n${issues.map(toLine).join("\n")}`);
    this.name = "BadDocuments";
  }
}

type Places = Pick<Settings, "schemasDir" | "dataDir" | "webDir" | "watch">;

/** Reads, checks and compiles the documents; falls back on the last good release of the data directory. Throws BadDocuments. */
export async function createConfigReader(places: Places, log: Log): Promise<ConfigReader> {
  const reader = new FolderReader(places, log);
  await reader.start();
  return reader;
}

/** Of these a language can have hundreds. */
const translationFaults: ReadonlySet<string> = new Set(["missing-translation", "unused-translation"]);

/** A line for each issue; words that a language lacks are counted: a new one lacks hundreds, and the check tells each. */
function toLogLines(issues: readonly PlacedIssue[]): string[] {
  const counts = new Map<string, number>();
  const lines = issues.flatMap((issue) => {
    const { document, code } = issue;
    if (!translationFaults.has(code)) return [toLine(issue)];
    counts.set(`${document} ${code}`, (counts.get(`${document} ${code}`) ?? 0) + 1);
    return [];
  });
  return [...lines, ...Array.from(counts, ([what, count]) => `${what}: ${count} sentences; npm run check tells each`)];
}

/** Mixtures of an older release and the newest that are kept ready. */
const mixedMax = 20;

class FolderReader implements ConfigReader {
  readonly #places: Places;
  readonly #log: Log;
  readonly #compiler: ValidatorCompiler;
  readonly #shelf: ReleaseShelf;
  readonly #whole: FoundWhole<Allowed>;
  readonly #mixed = new Map<string, Promise<Release>>();
  #release: Release | undefined;
  #rehearsed: Release | undefined;
  #lastGood = false;
  #status: ConfigStatus = { release: null, checkedAt: new Date().toISOString(), ok: false, issues: [] };
  #watchers: { close(): void }[] = [];
  #reloading: Promise<void> = Promise.resolve();

  constructor(places: Places, log: Log) {
    this.#places = places;
    this.#log = log;
    const warn = (line: string) => log.warn(line);
    this.#shelf = new ReleaseShelf(places.dataDir, warn);
    this.#whole = new FoundWhole(places.dataDir);
    this.#compiler = new ValidatorCompiler(
      findRuntimeUrl(places.webDir),
      path.join(places.dataDir, "validators"),
      warn,
    );
  }

  /** Throws BadDocuments when the folder does not check and no release did before. */
  async start(): Promise<void> {
    const { schemasDir, watch } = this.#places;
    const seen = watch ? await signFolder(schemasDir) : undefined;
    try {
      await this.reload();
    } catch (error) {
      const sources = error instanceof BadDocuments ? await this.#shelf.findLast() : undefined;
      if (!sources) throw error;
      this.#release = await this.compile(sources);
      this.#lastGood = true;
      this.#status = { ...this.#status, release: this.#release.id };
      this.#log.warn("Serving the last good release; /config/status says what to mend.");
    }
    if (seen !== undefined) this.#watchers.push(watchFolder(schemasDir, seen, () => this.#follow()));
    this.#watchers.push(this.#shelf.watchHold(() => void this.#follow()));
  }

  current(): Release {
    const release = this.#rehearsed ?? this.#release;
    if (!release) throw new Error("No release is loaded.");
    return release;
  }

  async rehearse(sources: readonly SourceDocument[] | undefined): Promise<void> {
    if (!sources) return void (this.#rehearsed = undefined);
    await this.#check(sources);
    this.#rehearsed = await this.compile(sources);
  }

  async #check(sources: readonly SourceDocument[]): Promise<void> {
    const metas = await loadMetaSchemas();
    const shaped = judgeShapes(sources, metas).issues;
    const issues = shaped.length > 0 ? shaped : checkDocuments(sources, { metas }).issues;
    const wrong = issues.filter(({ code }) => !allowable.has(code));
    if (wrong.length > 0) throw new BadDocuments(wrong.map((issue) => ({ ...issue, line: 1, column: 1 })));
  }

  organisation(orgId: string): OrganisationRelease | undefined {
    return this.current().organisations.get(orgId);
  }

  withPinned(releaseId: string, orgId: string, pinned: readonly AnyDocument[]): Promise<Release> {
    const { id, sources } = this.current();
    const key = `${id} ${releaseId} ${orgId}`;
    const release = this.#mixed.get(key) ?? this.compile(toPinnedSources(sources, orgId, pinned));
    this.#mixed.delete(key);
    this.#mixed.set(key, release);
    // The compiler was closed, or took too long, say.
    release.catch(() => this.#mixed.delete(key));
    if (this.#mixed.size > mixedMax) this.#mixed.delete(this.#mixed.keys().next().value!);
    return release;
  }

  isLastGood(): boolean {
    return this.#lastGood;
  }

  status(): ConfigStatus {
    return this.#status;
  }

  /** One at a time: the folder and what is held may change together. */
  reload(): Promise<void> {
    const reloaded = this.#reloading.then(() => this.#reload());
    this.#reloading = reloaded.catch(() => undefined);
    return reloaded;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#compiler.close();
  }

  async #reload(): Promise<void> {
    const held = await this.#findHeld();
    const { issues, next, sources } = await this.#readFolder();
    const taken = held?.release ?? next;
    if (taken) this.#release = taken;
    this.#lastGood = this.#release !== undefined && this.#release.id !== next?.id;
    for (const line of toLogLines(issues)) this.#log[next ? "warn" : "error"](line);
    this.#status = {
      release: this.#release?.id ?? null,
      checkedAt: new Date().toISOString(),
      ok: next !== undefined,
      issues: issues.map(({ code, document, pointer, line, column, message }) => {
        return { code, document, pointer, line, column, message };
      }),
      ...(held && { held: held.hold }),
    };
    if (!this.#release) throw new BadDocuments(issues);
    if (next && sources && !held) await this.#keep(next.id, sources);
  }

  /** What is served needs no place on the shelf: a disk may be full. */
  async #keep(release: string, sources: readonly SourceDocument[]): Promise<void> {
    await this.#shelf
      .keep(release, sources)
      .catch((error: unknown) => this.#log.warn(`Release ${release} is served and cannot be kept: ${String(error)}`));
  }

  /** The release that is held; a hold on what cannot be served is said, and holds nothing. */
  async #findHeld(): Promise<{ hold: Hold; release: Release } | undefined> {
    try {
      const hold = await this.#shelf.findHold();
      const sources = hold && (await this.#shelf.find(hold.release));
      if (hold && !sources) this.#log.error(`Release ${hold.release} is held and is not there: the folder is served.`);
      if (!hold || !sources) return undefined;
      this.#log.warn(`Release ${hold.release} is held since ${hold.since}; 'npm run releases -- newest' ends it.`);
      return { hold, release: await this.compile(sources) };
    } catch (error) {
      this.#log.error(`What is held cannot be served: ${String(error)}`);
      return undefined;
    }
  }

  /** Takes a change of the folder or of what is held, or says why it is not taken. */
  async #follow(): Promise<void> {
    try {
      await this.reload();
      const { release, ok } = this.#status;
      this.#log.info(`Release ${release ?? ""}${ok ? "" : " (kept: the change does not check)"}`);
    } catch (error) {
      this.#log.error(String(error));
    }
  }

  async compile(sources: readonly SourceDocument[]): Promise<Release> {
    return compileRelease(sources, {
      metas: await loadMetaSchemas(),
      compileValidator: (schema) => this.#compiler.compile(schema),
    });
  }

  /** Whatever is wrong with the folder is an issue: what runs goes on running. */
  async #readFolder(): Promise<{
    issues: readonly PlacedIssue[];
    next?: Release;
    sources?: readonly SourceDocument[];
  }> {
    let code = "unreadable";
    try {
      const checked = await checkSchemas(this.#places.schemasDir, this.#whole);
      const { issues, sources } = checked;
      const unwritten = this.#places.watch ? await writeNames(this.#places.schemasDir, checked) : undefined;
      if (unwritten) this.#log.warn(unwritten.message);
      // Whoever writes documents sees at once what works all the same: words in English that a language has not yet, a
      // form that no request asks for yet. A service that does not watch its folder refuses these too.
      const isDraft = this.#places.watch && issues.every(({ code }) => allowable.has(code));
      if (issues.length > 0 && !isDraft) return { issues };
      code = "no-validator";
      return { issues, sources, next: await this.compile(sources) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { issues: [{ document: "", pointer: "", line: 1, column: 1, code, message }] };
    }
  }
}
