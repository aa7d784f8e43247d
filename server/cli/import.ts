/**
 * `npm run import -- fields|verification|schema FILE`: what another form engine defines becomes documents; `--back ID` writes
 * them as it would. `npm run import -- institutes|boards|pincodes FILE` loads a CSV file into the database of the settings:
 * stop the server first when the database is the embedded one.
 */
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { LeftOver } from "#engine/import/left-over.ts";
import { createStartLog } from "#server/api/request-log.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { readDocuments } from "#server/config/read-documents.ts";
import { toText } from "#server/config/read-text.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { openStore, transact } from "#server/platform/store/database.ts";
import { readCsv } from "#server/reference/lists/csv.ts";
import { imports } from "#server/reference/lists/imports.ts";
import { appRoot } from "#server/root.ts";
import { toHouseJson } from "./house-json.ts";
import { documentImports, toKnown } from "./import-documents.ts";
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
  else if (Object.hasOwn(documentImports, kind) && values.back !== undefined) await writeBack(kind, values.back);
  else if (Object.hasOwn(documentImports, kind) && file !== undefined) await importDocuments(kind, file, values);
  else if (Object.hasOwn(imports, kind) && file !== undefined) await importList(kind, file);
  else throw new Error(toUsage());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function toUsage(): string {
  const ofDocuments = Object.entries(documentImports).map(([kind, { usage }]) => `npm run import -- ${kind} ${usage}`);
  return [...ofDocuments, `npm run import -- ${Object.keys(imports).join("|")} FILE`].join("\n");
}

/** What a file holds. Throws with its name where it cannot be read. */
async function readAs<T>(file: string, parse: (text: string) => T): Promise<T> {
  try {
    return parse(toText(await readFile(file)));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readJson(file: string): Promise<unknown> {
  return readAs<unknown>(file, JSON.parse);
}

async function loadDocuments(): Promise<AnyDocument[]> {
  const { files } = await readDocuments(schemasDir);
  return files.flatMap(({ document }) => (document === undefined ? [] : [document as AnyDocument]));
}

/** Writes the documents; one that is there already stays, and ends the import before anything is written. */
async function importDocuments(
  kind: string,
  file: string,
  options: Readonly<Record<string, string | boolean | undefined>>,
): Promise<void> {
  const { beside, read } = documentImports[kind]!;
  const besideFile = beside === undefined ? undefined : options[beside];
  const metas = await loadMetaSchemas();
  const icons = (metas["common.schema.json"] as { definitions?: { icon?: { enum?: string[] } } }).definitions?.icon
    ?.enum;
  const { documents, left } = read({
    name: path.basename(file).replace(/\.[^.]*$/, ""),
    content: await readJson(file),
    ...(typeof besideFile === "string" && { beside: await readJson(besideFile) }),
    known: toKnown(await loadDocuments(), icons ?? []),
  });
  const places = documents.map(({ path: place, document }) => ({ place: path.join(schemasDir, place), document }));
  for (const { place } of places) if (await isThere(place)) throw new Error(`${place} is there already.`);
  for (const { place, document } of places) {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, toHouseJson(document), { flag: "wx" });
    console.log(place);
  }
  tell(file, left);
}

/** Writes to standard output what another form engine would have; what is left stays beside it. */
async function writeBack(kind: string, id: string): Promise<void> {
  const documents = await loadDocuments();
  const find = (of: string, name: string) => documents.find((document) => document.kind === of && document.id === name);
  const written = documentImports[kind]!.write?.(id, find as never);
  if (!written) throw new Error(`There is no ${id} to go back to ${kind}.`);
  console.log(JSON.stringify(written.content, null, 2));
  tell(id, written.left);
}

function tell(source: string, left: readonly LeftOver[]): void {
  if (left.length === 0) return;
  console.error(`\nNot carried over from ${source}:`);
  for (const { at, why } of left) console.error(`  ${at || "/"}: ${why}`);
}

function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}

async function importList(kind: string, file: string): Promise<void> {
  const settings = loadSettings(process.env, readCredentials);
  const rows = await readAs(file, readCsv);
  const store = await openStore(settings, createStartLog(settings));
  try {
    const count = await transact(store.db, (tx) => imports[kind]!(tx, rows));
    console.log(`${count} ${kind} from ${file}`);
  } finally {
    await store.close();
  }
}
