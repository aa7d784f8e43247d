import path from "node:path";
import type { ConfigStatus } from "#engine/contract/config.ts";
import { allowable } from "#engine/authoring/check/index.ts";
import { checkDefinitions, checkShapes } from "#engine/authoring/check/run.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Settings } from "#server/platform/settings.ts";
import { checkSchemas, loadMetaSchemas, toIssueLine, type Allowed, type LocatedIssue } from "./check-schemas.ts";
import { compileRelease } from "./compile/compile-release.ts";
import { ValidationCache } from "./validation-cache.ts";
import { toTransactionSources } from "./transaction-sources.ts";
import { ReleaseStore, type ReleasePin } from "./release-store.ts";
import type { OrganisationRelease, Release } from "./release.ts";
import { findRuntimeUrl, ValidatorCompiler } from "./compile/validator-compiler.ts";
import { fingerprintFolder, watchFolder } from "./watch-folder.ts";
import { writeNamesSchema } from "./names-schema.ts";

/** The definitions of the server: always a release that passed the check. */
export interface ConfigReader {
  current(): Release;
  organisation(orgId: string): OrganisationRelease | undefined;
  /** The newest release of one organisation, mixed with the stored definitions of an open transaction. */
  withTransactionDocuments(releaseId: string, orgId: string, definitions: readonly AnyDefinition[]): Promise<Release>;
  /** Compiles definitions without checking them. Rejects when they cannot be compiled. */
  compile(sources: readonly SourceDefinition[]): Promise<Release>;
  /** True when the served release is older than the last checked state. */
  isLastGood(): boolean;
  /**
   * The result of the last check. `ok`: the checked state may be served. `pinned`: an earlier release is served
   * instead.
   */
  status(): ConfigStatus;
  /**
   * Serves other definitions instead of the folder, as if they were a new release; undefined ends it. Throws
   * InvalidDefinitions.
   */
  preview(sources: readonly SourceDefinition[] | undefined): Promise<void>;
  /** Reads the folder again. A state with faults never replaces the served release. */
  reload(): Promise<void>;
  close(): void;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The definitions have faults and there is no good release to fall back on, so the start ends with this list. */
export class InvalidDefinitions extends Error {
  constructor(readonly issues: readonly LocatedIssue[]) {
    super(`The definitions have faults:\n${issues.map(toIssueLine).join("\n")}`);
    this.name = "InvalidDefinitions";
  }
}

type ReaderSettings = Pick<Settings, "schemasDir" | "dataDir" | "webDir" | "watch">;

/**
 * Reads, checks and compiles the definitions. Falls back on the last good release of the data directory. Throws
 * InvalidDefinitions.
 */
export async function createConfigReader(settings: ReaderSettings, log: Log): Promise<ConfigReader> {
  const reader = new FolderReader(settings, log);
  await reader.start();
  return reader;
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Codes with possibly hundreds of issues for one language. */
const translationFaults: ReadonlySet<string> = new Set(["text/missing-translation", "text/unused-translation"]);

/** One line per issue. Translation faults are only counted, because a new language has hundreds. */
function toLogLines(issues: readonly LocatedIssue[]): string[] {
  const counts = new Map<string, number>();
  const lines = issues.flatMap((issue) => {
    const { document, code } = issue;
    if (!translationFaults.has(code)) return [toIssueLine(issue)];
    counts.set(`${document} ${code}`, (counts.get(`${document} ${code}`) ?? 0) + 1);
    return [];
  });
  return [...lines, ...Array.from(counts, ([what, count]) => `${what}: ${count} sentences; npm run check lists them`)];
}

/** The number of cached mixtures with the definitions of transactions. */
const transactionReleasesMax = 20;

class FolderReader implements ConfigReader {
  readonly #settings: ReaderSettings;
  readonly #log: Log;
  readonly #compiler: ValidatorCompiler;
  readonly #releases: ReleaseStore;
  readonly #validationCache: ValidationCache<Allowed>;
  readonly #transactionReleases = new Map<string, Promise<Release>>();
  #release: Release | undefined;
  #preview: Release | undefined;
  #lastGood = false;
  #status: ConfigStatus = { release: null, checkedAt: new Date().toISOString(), ok: false, issues: [] };
  #watchers: { close(): void }[] = [];
  #reloading: Promise<void> = Promise.resolve();

  constructor(settings: ReaderSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
    const warn = (line: string) => log.warn(line);
    this.#releases = new ReleaseStore(settings.dataDir, warn);
    this.#validationCache = new ValidationCache(settings.dataDir);
    this.#compiler = new ValidatorCompiler(
      findRuntimeUrl(settings.webDir),
      path.join(settings.dataDir, "validators"),
      warn,
    );
  }

  /** Throws InvalidDefinitions when the folder has faults and no earlier release exists. */
  async start(): Promise<void> {
    const { schemasDir, watch } = this.#settings;
    const fingerprint = watch ? await fingerprintFolder(schemasDir) : undefined;
    try {
      await this.reload();
    } catch (error) {
      const sources = error instanceof InvalidDefinitions ? await this.#releases.findLast() : undefined;
      if (!sources) throw error;
      this.#release = await this.#compileStored(sources).catch((reason: unknown) => {
        this.#log.error(`The last good release cannot be served: ${toMessage(reason)}`);
        throw error;
      });
      this.#lastGood = true;
      this.#status = { ...this.#status, release: this.#release.id };
      this.#log.warn("Serving the last good release; /config/status lists the faults.");
    }
    if (fingerprint !== undefined) this.#watchers.push(watchFolder(schemasDir, fingerprint, () => this.#follow()));
    this.#watchers.push(this.#releases.watchPin(() => void this.#follow()));
  }

  current(): Release {
    const release = this.#preview ?? this.#release;
    if (!release) throw new Error("No release is loaded.");
    return release;
  }

  async preview(sources: readonly SourceDefinition[] | undefined): Promise<void> {
    if (!sources) return void (this.#preview = undefined);
    await this.#check(sources);
    this.#preview = await this.compile(sources);
  }

  async #check(sources: readonly SourceDefinition[]): Promise<void> {
    const metas = await loadMetaSchemas();
    const shapeIssues = checkShapes(sources, metas).issues;
    const issues = shapeIssues.length > 0 ? shapeIssues : checkDefinitions(sources, { metas }).issues;
    const blocking = issues.filter(({ code }) => !allowable.has(code));
    if (blocking.length > 0) throw new InvalidDefinitions(blocking.map((issue) => ({ ...issue, line: 1, column: 1 })));
  }

  organisation(orgId: string): OrganisationRelease | undefined {
    return this.current().organisations.get(orgId);
  }

  withTransactionDocuments(releaseId: string, orgId: string, definitions: readonly AnyDefinition[]): Promise<Release> {
    const { id, sources } = this.current();
    const key = `${id} ${releaseId} ${orgId}`;
    const release =
      this.#transactionReleases.get(key) ?? this.compile(toTransactionSources(sources, orgId, definitions));
    this.#transactionReleases.delete(key);
    this.#transactionReleases.set(key, release);
    // For example when the compiler was closed or timed out.
    release.catch(() => this.#transactionReleases.delete(key));
    if (this.#transactionReleases.size > transactionReleasesMax)
      this.#transactionReleases.delete(this.#transactionReleases.keys().next().value!);
    return release;
  }

  isLastGood(): boolean {
    return this.#lastGood;
  }

  status(): ConfigStatus {
    return this.#status;
  }

  /** Runs one reload at a time, because folder and pin may change together. */
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
    const pinned = await this.#findPinned();
    const { issues, next, sources } = await this.#readFolder();
    const current = pinned?.release ?? next;
    if (current) this.#release = current;
    this.#lastGood = this.#release !== undefined && this.#release.id !== next?.id;
    for (const line of toLogLines(issues)) this.#log[next ? "warn" : "error"](line);
    this.#status = {
      release: this.#release?.id ?? null,
      checkedAt: new Date().toISOString(),
      ok: next !== undefined,
      issues: issues.map(({ code, document, pointer, line, column, message }) => {
        return { code, document, pointer, line, column, message };
      }),
      ...(pinned && { pinned: pinned.pin }),
    };
    if (!this.#release) throw new InvalidDefinitions(issues);
    if (next && sources && !pinned) await this.#store(next.id, sources);
  }

  /** A full disk must not prevent serving. */
  async #store(release: string, sources: readonly SourceDefinition[]): Promise<void> {
    await this.#releases
      .store(release, sources)
      .catch((error: unknown) => this.#log.warn(`Release ${release} is served but cannot be stored: ${String(error)}`));
  }

  /** The pinned release. A pin that cannot be served is logged and ignored. */
  async #findPinned(): Promise<{ pin: ReleasePin; release: Release } | undefined> {
    try {
      const pin = await this.#releases.findPin();
      const sources = pin && (await this.#releases.find(pin.release));
      if (pin && !sources) this.#log.error(`Release ${pin.release} is pinned but not stored: the folder is served.`);
      if (!pin || !sources) return undefined;
      this.#log.warn(`Release ${pin.release} is pinned since ${pin.since}; 'npm run releases -- newest' ends it.`);
      return { pin, release: await this.#compileStored(sources) };
    } catch (error) {
      this.#log.error(`The pinned release cannot be served, so the folder is: ${toMessage(error)}`);
      return undefined;
    }
  }

  /**
   * Compiles a stored release. Throws when an earlier version of the code has stored it in a shape that no longer fits.
   */
  async #compileStored(sources: readonly SourceDefinition[]): Promise<Release> {
    const { issues } = checkShapes(sources, await loadMetaSchemas());
    const issue = issues.find(({ code }) => !allowable.has(code));
    if (!issue) return this.compile(sources);
    const fault = toIssueLine({ ...issue, line: 1, column: 1 });
    throw new Error(`an earlier version of the server stored it, and its definitions no longer fit: ${fault}`);
  }

  /** Reloads after a change of the folder or of the pin, and logs the result. */
  async #follow(): Promise<void> {
    try {
      await this.reload();
      const { release, ok } = this.#status;
      this.#log.info(`Release ${release ?? ""}${ok ? "" : " (kept: the change does not check)"}`);
    } catch (error) {
      this.#log.error(String(error));
    }
  }

  async compile(sources: readonly SourceDefinition[]): Promise<Release> {
    return compileRelease(sources, {
      metas: await loadMetaSchemas(),
      compileValidator: (schema) => this.#compiler.compile(schema),
    });
  }

  /** Reports every failure as an issue, so that the served release keeps running. */
  async #readFolder(): Promise<{
    issues: readonly LocatedIssue[];
    next?: Release;
    sources?: readonly SourceDefinition[];
  }> {
    let code = "schemas/unreadable";
    try {
      const checked = await checkSchemas(this.#settings.schemasDir, this.#validationCache);
      const { issues, sources } = checked;
      const error = this.#settings.watch ? await writeNamesSchema(this.#settings.schemasDir, checked) : undefined;
      if (error) this.#log.warn(error.message);
      // Authors see a state at once if everything works: with missing translations, or with a form that no request uses
      // yet. A server that does not watch its folder refuses these too.
      const isDraft = this.#settings.watch && issues.every(({ code }) => allowable.has(code));
      if (issues.length > 0 && !isDraft) return { issues };
      code = "form/no-validator";
      return { issues, sources, next: await this.compile(sources) };
    } catch (error) {
      return { issues: [{ document: "", pointer: "", line: 1, column: 1, code, message: toMessage(error) }] };
    }
  }
}
