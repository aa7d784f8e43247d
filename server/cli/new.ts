/** `npm run new -- KIND ID`, or `request ORGANISATION/ID`: writes the least document that works, to go on from. */
import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { listSpoken } from "#engine/check/parts/sentences.ts";
import { DocumentSet } from "#engine/check/parts/set.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { writeNames } from "#server/config/write-names.ts";
import { formatJson } from "./format-json.ts";
import { appRoot } from "#server/root.ts";
import { newKinds, toNewDocuments } from "./new-document.ts";

const [kind = "", name = ""] = process.argv.slice(2);
const folder = path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas"));

try {
  if (!kind || !name) throw new Error(`npm run new -- ${newKinds.join("|")} ID`);
  const { sources, metas } = await checkSchemas(folder);
  const spoken = listSpoken(new DocumentSet(sources, { metas })).values();
  const sentences = [...new Set(Array.from(spoken, ({ english }) => english))];
  const [asked, ...beside] = toNewDocuments(kind, name, { sentences });
  await write(asked!.path, asked!.document, true);
  for (const { path: place, document } of beside) await write(place, document, false);
  const unwritten = await writeNames(folder, await checkSchemas(folder));
  if (unwritten) console.error(unwritten.message);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Writes a new file; one that is there stays, and is a mistake when it was asked for. */
async function write(place: string, document: object, asked: boolean): Promise<void> {
  const file = path.join(folder, place);
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there && asked) throw new Error(`${file} is there already.`);
  if (there) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await formatJson(`${JSON.stringify(document, null, 2)}\n`), { flag: "wx" });
  console.log(file);
}
