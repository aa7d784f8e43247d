import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DocumentSet } from "#engine/check/parts/set.ts";
import { commonSchemaFile } from "#engine/documents/fragments.ts";
import { namesSchemaFile } from "#engine/documents/names.ts";
import { toNamesSchema } from "#engine/editor/to-names.ts";
import type { CheckedSchemas } from "./check-schemas.ts";

/**
 * Writes the names that documents give each other, for editors, where they have changed; answers what kept it from that.
 * Only beside meta-schemas: elsewhere nobody reads them. While a document cannot be read the file stays as it is, so that
 * what is half typed takes no name away.
 */
export async function writeNames(folder: string, checked: CheckedSchemas): Promise<Error | undefined> {
  const { sources, metas, isWhole } = checked;
  const file = path.join(folder, "meta", namesSchemaFile);
  if (!isWhole || (await read(path.join(folder, "meta", commonSchemaFile))) === undefined) return undefined;
  const text = `${JSON.stringify(toNamesSchema(new DocumentSet(sources, { metas })), null, 2)}\n`;
  if ((await read(file)) === text) return undefined;
  return writeFile(file, text).then(
    () => undefined,
    (error: unknown) => new Error(`Names for editors are not written: ${String(error)}`),
  );
}

const read = (file: string): Promise<string | undefined> => readFile(file, "utf8").catch(() => undefined);
