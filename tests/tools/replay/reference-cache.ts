import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";

/** Earlier results for the same definitions and the same program. */
interface CacheContent {
  readonly documents: string;
  /** Hashes of fixtures with valid references. */
  readonly fixtures: readonly string[];
}

let cacheFolder: string | undefined;
/** The cache of the runner. A new build of the runner empties it (server/cli/replay.mjs). */
export const referenceCacheFolder = path.join(appRoot, "dist/replay/reference-cache");

/** Sets the cache folder. Delete the folder when the checks change. */
export function setReferenceCache(folder: string | undefined): void {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  cacheFolder = folder;
}

/** Hash of all definitions and meta-schemas in a folder. */
export function hashDefinitions(schemasDir: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(schemasDir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(path.join(schemasDir, name)));
  return hash.digest("hex");
}

/** Fixtures that were not checked against these definitions. */
export function listUnchecked(fixtures: readonly Fixture[], documents: string): Fixture[] {
  const known = new Set(readCache(documents).fixtures);
  return fixtures.filter((fixture) => !known.has(hashFixture(fixture)));
}

/** Stores that these fixtures are valid for these definitions. */
export function storeChecked(fixtures: readonly Fixture[], documents: string): void {
  const others = readCache(documents).fixtures;
  write("fixtures.json", {
    documents,
    fixtures: [...new Set([...others, ...fixtures.map(hashFixture)])],
  } satisfies CacheContent);
}

/** The definitions, if they are known to be valid. */
export function findValidDefinitions(documents: string): SourceDefinition[] | undefined {
  const stored = read<{ documents: string; sources: SourceDefinition[] }>("definitions.json");
  return stored?.documents === documents ? stored.sources : undefined;
}

/** Stores that these definitions are valid. */
export function storeValidDefinitions(sources: readonly SourceDefinition[], documents: string): void {
  write("definitions.json", { documents, sources });
}

const hashFixture = (fixture: Fixture): string =>
  createHash("sha256").update(JSON.stringify(fixture)).digest("base64url");

function readCache(documents: string): CacheContent {
  const stored = read<CacheContent>("fixtures.json");
  return stored?.documents === documents ? stored : { documents, fixtures: [] };
}

function read<T>(name: string): T | undefined {
  const file = cacheFolder && path.join(cacheFolder, name);
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}

/** Writes atomically, because several processes share the file. */
function write(name: string, value: object): void {
  if (cacheFolder === undefined) return;
  const file = path.join(cacheFolder, name);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
  renameSync(`${file}.${process.pid}`, file);
}
