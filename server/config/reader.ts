import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ConfigStatus } from "#engine/api/config.ts";
import type { SourceDocument } from "#engine/check/context.ts";
import { documentKinds, toKey, type AnyDocument } from "#engine/documents/kinds.ts";
import { toQuestionDocuments } from "#engine/documents/questions-form.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import type { Settings } from "#server/settings.ts";
import { checkSchemas, loadMetaSchemas, toLine, type PlacedIssue } from "./check-schemas.ts";
import { compileRelease, type OrganisationRelease, type Release } from "./compile-release.ts";
import { findRuntimeUrl, ValidatorCompiler } from "./validator-compiler.ts";

/** The documents as the server knows them: always a release that was checked. */
export interface ConfigReader {
  current(): Release;
  organisation(orgId: string): OrganisationRelease | undefined;
  /** The documents of one organisation with those of an older release among them: what an open transaction is drawn with. */
  withPinned(releaseId: string, orgId: string, pinned: readonly AnyDocument[]): Promise<Release>;
  /** True when what runs is older than what was last checked. */
  isLastGood(): boolean;
  /** The last check, also when it was refused. */
  status(): ConfigStatus;
  /** Reads the folder again; a release that does not check never replaces one that runs. */
  reload(): Promise<void>;
  close(): void;
}

interface Log { info(message: string): void; warn(message: string): void; error(message: string): void }

/** Documents that could not be served, and nothing good to fall back on: the start ends with this list. */
export class BadDocuments extends Error {
  constructor(readonly issues: readonly PlacedIssue[]) {
    super(`The documents do not check:\n${issues.map(toLine).join("\n")}`);
    this.name = "BadDocuments";
  }
}

const lookEveryMs = 700;
/** Mixtures of an older release and the newest that are kept ready. */
const mixedMax = 20;

/** Reads, checks and compiles the documents; falls back on the last good release of the data directory. Throws BadDocuments. */
export async function createConfigReader(settings: Pick<Settings, "schemasDir" | "dataDir" | "webDir" | "watch">, log: Log): Promise<ConfigReader> {
  const compiler = new ValidatorCompiler(findRuntimeUrl(settings.webDir), path.join(settings.dataDir, "validators"));
  const lastGoodFile = path.join(settings.dataDir, "last-good-release.json");
  let release: Release | undefined;
  let lastGood = false;
  let status: ConfigStatus = { release: null, checkedAt: new Date().toISOString(), ok: false, issues: [] };

  const compile = async (sources: readonly SourceDocument[]): Promise<Release> =>
    compileRelease(sources, { metas: await loadMetaSchemas(), compileValidator: (schema) => compiler.compile(schema) });

  async function readFolder(): Promise<{ issues: readonly PlacedIssue[]; next?: Release; sources?: readonly SourceDocument[] }> {
    let code = "unreadable";
    try {
      const { issues, sources } = await checkSchemas(settings.schemasDir);
      if (issues.length > 0) return { issues };
      code = "no-validator";
      return { issues, sources, next: await compile(sources) };
    } catch (error) {
      // Whatever is wrong with the folder, what runs goes on running.
      return { issues: [{ document: "", pointer: "", line: 1, column: 1, code, message: error instanceof Error ? error.message : String(error) }] };
    }
  }

  async function reload(): Promise<void> {
    const { issues, next, sources } = await readFolder();
    if (next && sources) {
      release = next;
      lastGood = false;
      await keepLastGood(lastGoodFile, sources);
    } else {
      lastGood = release !== undefined;
      for (const issue of issues) log.error(toLine(issue));
    }
    status = { release: release?.id ?? null, checkedAt: new Date().toISOString(), ok: next !== undefined, issues: issues.map(({ code, document, pointer, line, column, message }) => ({ code, document, pointer, line, column, message })) };
    if (!next && !release) throw new BadDocuments(issues);
  }

  const current = (): Release => {
    if (!release) throw new Error("No release is loaded.");
    return release;
  };
  const mixed = new Map<string, Promise<Release>>();
  function withPinned(releaseId: string, orgId: string, pinned: readonly AnyDocument[]): Promise<Release> {
    const now = current();
    const key = `${now.id} ${releaseId} ${orgId}`;
    const known = mixed.get(key) ?? compile(toPinnedSources(now.sources, orgId, pinned));
    mixed.delete(key);
    mixed.set(key, known);
    if (mixed.size > mixedMax) mixed.delete(mixed.keys().next().value!);
    return known;
  }

  try {
    await reload();
  } catch (error) {
    if (!(error instanceof BadDocuments) || !existsSync(lastGoodFile)) throw error;
    release = await compile(JSON.parse(await readFile(lastGoodFile, "utf8")) as SourceDocument[]);
    lastGood = true;
    status = { ...status, release: release.id };
    log.warn("Serving the last good release; /config/status says what to mend.");
  }

  const watcher = settings.watch ? watchFolder(settings.schemasDir, () => reload().then(() => log.info(`Release ${status.release ?? ""}${status.ok ? "" : " (kept: the change does not check)"}`), (error: unknown) => log.error(String(error)))) : undefined;
  return {
    current, reload, withPinned, status: () => status, isLastGood: () => lastGood,
    organisation: (orgId) => current().organisations.get(orgId),
    close: () => {
      watcher?.close();
      compiler.close();
    },
  };
}

/** The newest documents, but for those that a transaction keeps. A form of questions is made from its request again. */
function toPinnedSources(sources: readonly SourceDocument[], orgId: string, pinned: readonly AnyDocument[]): SourceDocument[] {
  const requests = pinned.filter(({ kind }) => kind === "request") as unknown as RequestDocument[];
  const made = new Set(requests.flatMap(toQuestionDocuments).map(({ kind, id }) => toKey(kind, id)));
  const kept = new Map(pinned.map((document) => [toKey(document.kind, document.id), document]));
  const kinds = new Set(pinned.map(({ kind }) => kind));
  const newest = sources.filter(({ document, path: file }) => !kinds.has(document.kind) && (document.kind !== "organisation" || file.split("/")[1] === orgId));
  const own = [...kept, ...findNewRules(sources, kept)].filter(([key]) => !made.has(key)).map(([, document]) => ({ path: document.kind === "request" ? `organisations/${orgId}/${document.id}.json` : `${documentKinds[document.kind].folder}/${document.id}.json`, document }));
  return [...newest, ...own];
}

/** Rules that came since: today's screens ask them, and no rule that is kept has their name. */
function findNewRules(sources: readonly SourceDocument[], kept: ReadonlyMap<string, AnyDocument>): [string, AnyDocument][] {
  const rulesOf = (document: AnyDocument) => Object.entries(document["rules"] as Record<string, unknown>);
  const known = new Set([...kept.values()].filter(({ kind }) => kind === "rules").flatMap(rulesOf).map(([name]) => name));
  if (known.size === 0) return [];
  const fresh = sources.filter(({ document }) => document.kind === "rules").flatMap(({ document }) => rulesOf(document)).filter(([name]) => !known.has(name));
  return fresh.length === 0 ? [] : [["rules/since", { kind: "rules", id: "since", description: "Rules that came after the ones that are kept.", rules: Object.fromEntries(fresh) } as unknown as AnyDocument]];
}

async function keepLastGood(file: string, sources: readonly SourceDocument[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.next`, JSON.stringify(sources));
  await rename(`${file}.next`, file);
}

/**
 * Calls when a document was added, changed or removed. It looks at times and sizes: an editor that saves by renaming
 * a file escapes the recursive watcher of Node 20 on Linux.
 */
function watchFolder(folder: string, changed: () => void): { close(): void } {
  let seen = sign(folder);
  const timer = setInterval(() => {
    const now = sign(folder);
    if (now === seen) return;
    seen = now;
    changed();
  }, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Path, time and size of every document, as one text. A folder that cannot be read just now reads as empty. */
function sign(folder: string): string {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
    return files.map((file) => {
      const { mtimeMs, size } = statSync(path.join(folder, file));
      return `${file} ${mtimeMs} ${size}`;
    }).join("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}
