/** `npm run new -- KIND ID`, or `request ORGANISATION/ID [--of VERIFICATION,…]`: writes the least document that works, to go on from. */
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { listSpoken } from "#engine/check/parts/sentences.ts";
import { DocumentSet } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { toText } from "#server/config/read-text.ts";
import { writeNames } from "#server/config/write-names.ts";
import { formatJson } from "./format-json.ts";
import { appRoot } from "#server/root.ts";
import { newKinds, toNewDocuments, toNextStep, type NewDocument } from "./new-document.ts";
import { readArguments } from "./read-arguments.ts";

const folder = path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments({
    of: { type: "string" },
    help: { type: "boolean", default: false },
  });
  const [kind = "", name = ""] = positionals;
  const usage = `npm run new -- ${newKinds.join("|")} ID, or request ORGANISATION/ID [--of VERIFICATION,…]`;
  if (values.help) return console.log(usage);
  if (!kind || !name) throw new Error(usage);
  const { sources, metas } = await checkSchemas(folder);
  const spoken = listSpoken(new DocumentSet(sources, { metas })).values();
  const sentences = [...new Set(Array.from(spoken, ({ english }) => english))];
  const of = values.of?.split(",").map((one) => one.trim());
  const [asked, ...beside] = toNewDocuments(kind, name, { sentences, ...(of && { of }) });
  if (!(await completeLocale(asked!))) {
    await write(asked!, true);
    for (const one of beside) await write(one, false);
    console.log(`Next: ${toNextStep(kind)} npm run check says what else is to be said.`);
  }
  const unwritten = await writeNames(folder, await checkSchemas(folder));
  if (unwritten) console.error(unwritten.message);
}

/** Writes a new file; one that is there stays, and is a mistake when it was asked for. */
async function write({ path: place, document }: NewDocument, asked: boolean): Promise<void> {
  const file = path.join(folder, place);
  if (await isThere(file)) {
    if (asked) throw new Error(`${file} is there already.`);
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await formatJson(`${JSON.stringify(document, null, 2)}\n`), { flag: "wx" });
  console.log(file);
}

/** A language that is there gets a place for each sentence that it lacks; false for anything else. */
async function completeLocale({ path: place, document }: NewDocument): Promise<boolean> {
  const file = path.join(folder, place);
  if (document.kind !== "locale" || !(await isThere(file))) return false;
  const there = JSON.parse(toText(await readFile(file))) as DocumentOf<"locale">;
  const lacking = Object.entries((document as DocumentOf<"locale">).texts).filter(
    ([english]) => !Object.hasOwn(there.texts, english),
  );
  const texts = { ...there.texts, ...Object.fromEntries(lacking) };
  if (lacking.length > 0) await writeFile(file, await formatJson(`${JSON.stringify({ ...there, texts }, null, 2)}\n`));
  console.log(`${file}: ${lacking.length} sentences added, each waits for its words`);
  return true;
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
