/**
 * `npm run new -- KIND ID`, or `request ORGANISATION/ID [--of VERIFICATION,…]`: writes the smallest definition that
 * works.
 */
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { listTranslatable } from "#engine/authoring/check/support/sentences.ts";
import { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { findAppAt } from "#engine/core/definitions/app.ts";
import { isKind, type DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { decodeUtf8 } from "#server/config/read-text.ts";
import { writeNamesSchema } from "#server/config/names-schema.ts";
import { writeAtomically } from "#server/platform/atomic-files.ts";
import { formatJson } from "./json-style.ts";
import { appRoot } from "#server/root.ts";
import { newKinds, toNewDefinitions, toNextStep, type NewDefinition } from "./new-definition.ts";
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
  const translatable = listTranslatable(new DefinitionSet(sources, { metas })).values();
  const sentences = [...new Set(Array.from(translatable, ({ english }) => english))];
  const apps = sources.map(({ document }) => document).filter((document) => isKind(document, "app"));
  const of = values.of?.split(",").map((one) => one.trim());
  const [requested, ...others] = toNewDefinitions(kind, name, {
    sentences,
    app: findAppAt(apps, "/")?.id,
    ...(of && { of }),
  });
  if (!(await completeLocale(requested!))) {
    await write(requested!, true);
    for (const one of others) await write(one, false);
    console.log(`Next: ${toNextStep(kind)} npm run check lists what is still missing.`);
  }
  const error = await writeNamesSchema(folder, await checkSchemas(folder));
  if (error) console.error(error.message);
}

/** Writes a new file. Never overwrites: throws for the requested definition, skips the others. */
async function write({ path: place, document }: NewDefinition, isRequested: boolean): Promise<void> {
  const file = path.join(folder, place);
  if (await exists(file)) {
    if (isRequested) throw new Error(`${file} already exists.`);
    return;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await formatJson(`${JSON.stringify(document, null, 2)}\n`), { flag: "wx" });
  console.log(file);
}

/** Adds the missing sentences to an existing locale. Returns false for anything else. */
async function completeLocale({ path: place, document }: NewDefinition): Promise<boolean> {
  const file = path.join(folder, place);
  if (document.kind !== "locale" || !(await exists(file))) return false;
  const existing = JSON.parse(decodeUtf8(await readFile(file))) as DefinitionOf<"locale">;
  const missing = Object.entries((document as DefinitionOf<"locale">).texts).filter(
    ([english]) => !Object.hasOwn(existing.texts, english),
  );
  const texts = { ...existing.texts, ...Object.fromEntries(missing) };
  if (missing.length > 0)
    await writeAtomically(file, await formatJson(`${JSON.stringify({ ...existing, texts }, null, 2)}\n`));
  console.log(`${file}: ${missing.length} sentences added for translation`);
  return true;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
