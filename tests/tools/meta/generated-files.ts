import { toLanguageReference } from "#engine/authoring/meta-schemas/language-reference.ts";
import { toMetaSchemas } from "#engine/authoring/meta-schemas/to-meta-schemas.ts";
import { toConsoleOperationTable, toOperationTable } from "#engine/contract/to-operation-table.ts";
import { toSettingsPages } from "#server/cli/generated/settings-pages.ts";
import { collectVocabulary } from "./vocabulary.ts";

/** The generated files in git: path below the repository, with the content that the contracts require. */
export async function toGeneratedFiles(): Promise<Map<string, string>> {
  const vocabulary = await collectVocabulary();
  const metas = Object.entries(toMetaSchemas(vocabulary)).map(
    ([name, schema]) => [`schemas/meta/${name}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
  );
  return new Map([
    ["engine/contract/operation-table.ts", toOperationTable()],
    ["engine/contract/console/operation-table.ts", toConsoleOperationTable()],
    ...metas,
    ["schemas/LANGUAGE.md", toLanguageReference(vocabulary)],
    ...toSettingsPages(),
  ]);
}
