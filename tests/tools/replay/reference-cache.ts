import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";

/** What was found good before, of these very documents by this very program. */
interface Known {
  readonly documents: string;
  /** Signs of fixtures in which everything that is named is there. */
  readonly fixtures: readonly string[];
}

let shelf: string | undefined;
/** Where the runner keeps it: a new runner begins with nothing (server/cli/replay.mjs). */
export const referenceCacheFolder = path.join(appRoot, "dist/replay/known");

/** What is looked up is kept in a folder from now on: who changes how it is looked up empties it. */
export function setReferenceCache(folder: string | undefined): void {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  shelf = folder;
}

/** A schemas folder as it stands now, meta-schemas and all: another text of any of them is another sign. */
export function hashDefinitions(schemasDir: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(schemasDir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(path.join(schemasDir, name)));
  return hash.digest("hex");
}

/** Those that were not looked up in these documents, as they are now. */
export function listUnchecked(fixtures: readonly Fixture[], documents: string): Fixture[] {
  const known = new Set(readKnown(documents).fixtures);
  return fixtures.filter((fixture) => !known.has(sign(fixture)));
}

/** Everything that they name is in these documents. */
export function storeChecked(fixtures: readonly Fixture[], documents: string): void {
  const others = readKnown(documents).fixtures;
  write("fixtures.json", { documents, fixtures: [...new Set([...others, ...fixtures.map(sign)])] } satisfies Known);
}

/** These documents, where nothing is wrong with them; undefined where nobody knows. */
export function findValidDefinitions(documents: string): SourceDefinition[] | undefined {
  const kept = read<{ documents: string; sources: SourceDefinition[] }>("documents.json");
  return kept?.documents === documents ? kept.sources : undefined;
}

/** Nothing is wrong with them. */
export function storeValidDefinitions(sources: readonly SourceDefinition[], documents: string): void {
  write("documents.json", { documents, sources });
}

const sign = (fixture: Fixture): string => createHash("sha256").update(JSON.stringify(fixture)).digest("base64url");

function readKnown(documents: string): Known {
  const kept = read<Known>("fixtures.json");
  return kept?.documents === documents ? kept : { documents, fixtures: [] };
}

function read<T>(name: string): T | undefined {
  const file = shelf && path.join(shelf, name);
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}

/** Several processes keep the same: whoever reads finds one of them whole. */
function write(name: string, value: object): void {
  if (shelf === undefined) return;
  const file = path.join(shelf, name);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
  renameSync(`${file}.${process.pid}`, file);
}
