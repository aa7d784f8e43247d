import { readFile } from "node:fs/promises";
import path from "node:path";
import { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { commonSchemaFile } from "#engine/core/definitions/fragments.ts";
import { namesSchemaFile } from "#engine/core/definitions/names.ts";
import { toNamesSchema } from "#engine/authoring/editor/to-names-schema.ts";
import { writeAtomically } from "#server/platform/atomic-files.ts";
import type { CheckedSchemas } from "./check-schemas.ts";

/**
 * Writes schemas/meta/names.schema.json, which lets editors complete the names of definitions. Does nothing without the
 * meta-schemas beside it, and while a definition cannot be read: a half typed one must remove no names. Returns an
 * error instead of throwing.
 */
export async function writeNamesSchema(folder: string, checked: CheckedSchemas): Promise<Error | undefined> {
  const { sources, metas, isComplete } = checked;
  const file = path.join(folder, "meta", namesSchemaFile);
  if (!isComplete || (await read(path.join(folder, "meta", commonSchemaFile))) === undefined) return undefined;
  const text = `${JSON.stringify(toNamesSchema(new DefinitionSet(sources, { metas })), null, 2)}\n`;
  if ((await read(file)) === text) return undefined;
  return writeAtomically(file, text).then(
    () => undefined,
    (error: unknown) => new Error(`Names for editors are not written: ${String(error)}`),
  );
}

const read = (file: string): Promise<string | undefined> => readFile(file, "utf8").catch(() => undefined);
