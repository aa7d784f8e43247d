/**
 * `npm run import -- fields|verification|schema FILE`: turns the definitions of another form engine into ours; `--back
 * ID` writes them in its format. `npm run import -- institutes|boards|pincodes FILE` loads a CSV file into the database
 * of the settings. Stop the server first when the database is embedded.
 */
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { Unmapped } from "#engine/authoring/import/unmapped.ts";
import { createStartupLog } from "#server/api/request-log.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { readDefinitions } from "#server/config/read-definitions.ts";
import { decodeUtf8 } from "#server/config/read-text.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { openStore, transact } from "#server/platform/store/database.ts";
import { readCsv } from "#server/reference/lists/csv.ts";
import { imports } from "#server/reference/lists/imports.ts";
import { appRoot } from "#server/root.ts";
import { toStyledJson } from "./json-style.ts";
import { definitionImports, toExistingNames } from "./import-definitions.ts";
import { readArguments } from "./read-arguments.ts";

const schemasDir = path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));

try {
  const { positionals, values } = readArguments({
    ui: { type: "string" },
    fields: { type: "string" },
    back: { type: "string" },
    help: { type: "boolean", default: false },
  });
  const [kind = "", file] = positionals;
  if (values.help) console.log(toUsage());
  else if (Object.hasOwn(definitionImports, kind) && values.back !== undefined) await writeBack(kind, values.back);
  else if (Object.hasOwn(definitionImports, kind) && file !== undefined) await importDocuments(kind, file, values);
  else if (Object.hasOwn(imports, kind) && file !== undefined) await importList(kind, file);
  else throw new Error(toUsage());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function toUsage(): string {
  const ofDocuments = Object.entries(definitionImports).map(
    ([kind, { usage }]) => `npm run import -- ${kind} ${usage}`,
  );
  return [...ofDocuments, `npm run import -- ${Object.keys(imports).join("|")} FILE`].join("\n");
}

/** The parsed content of a file. Errors name the file. */
async function readAs<T>(file: string, parse: (text: string) => T): Promise<T> {
  try {
    return parse(decodeUtf8(await readFile(file)));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readJson(file: string): Promise<unknown> {
  return readAs<unknown>(file, JSON.parse);
}

async function loadDocuments(): Promise<AnyDefinition[]> {
  const { files } = await readDefinitions(schemasDir);
  return files.flatMap(({ document }) => (document === undefined ? [] : [document as AnyDefinition]));
}

/** Writes the definitions. An existing one stays, and ends the import before anything is written. */
async function importDocuments(
  kind: string,
  file: string,
  options: Readonly<Record<string, string | boolean | undefined>>,
): Promise<void> {
  const { secondOption, read } = definitionImports[kind]!;
  const secondPath = secondOption === undefined ? undefined : options[secondOption];
  const metas = await loadMetaSchemas();
  const icons = (metas["common.schema.json"] as { definitions?: { icon?: { enum?: string[] } } }).definitions?.icon
    ?.enum;
  const { documents, unmapped } = read({
    name: path.basename(file).replace(/\.[^.]*$/, ""),
    content: await readJson(file),
    ...(typeof secondPath === "string" && { secondFile: await readJson(secondPath) }),
    existingNames: toExistingNames(await loadDocuments(), icons ?? []),
  });
  const places = documents.map(({ path: place, document }) => ({ place: path.join(schemasDir, place), document }));
  for (const { place } of places) if (await exists(place)) throw new Error(`${place} already exists.`);
  for (const { place, document } of places) {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, toStyledJson(document), { flag: "wx" });
    console.log(place);
  }
  printUnmapped(file, unmapped);
}

/** Writes the other engine's format to standard output, and what it cannot express to standard error. */
async function writeBack(kind: string, id: string): Promise<void> {
  const documents = await loadDocuments();
  const find = (of: string, name: string) => documents.find((document) => document.kind === of && document.id === name);
  const written = definitionImports[kind]!.write?.(id, find as never);
  if (!written) throw new Error(`There is no ${id} to export as ${kind}.`);
  console.log(JSON.stringify(written.content, null, 2));
  printUnmapped(id, written.unmapped);
}

function printUnmapped(source: string, unmapped: readonly Unmapped[]): void {
  if (unmapped.length === 0) return;
  console.error(`\nNot carried over from ${source}:`);
  for (const { at, reason: why } of unmapped) console.error(`  ${at || "/"}: ${why}`);
}

function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}

async function importList(kind: string, file: string): Promise<void> {
  const settings = loadSettings(process.env, readCredentials);
  const rows = await readAs(file, readCsv);
  const store = await openStore(settings, createStartupLog(settings));
  try {
    const count = await transact(store.db, (tx) => imports[kind]!(tx, rows));
    console.log(`${count} ${kind} from ${file}`);
  } finally {
    await store.close();
  }
}
