import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { namesSchemaFile } from "#engine/core/definitions/names.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** The generated meta-schemas, without the schema of names, which is for editors. */
export const metas = Object.fromEntries(
  readdirSync("schemas/meta")
    .filter((file) => file !== namesSchemaFile)
    .map((file) => [file, readJson(`schemas/meta/${file}`)]),
) as MetaSchemas;

/** Every definition below a folder; those of schemas/ by default. */
export function listDefinitions(folder = "schemas"): SourceDefinition[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".json") && !file.startsWith("meta/"))
    .map((file) => ({ path: file, document: readJson(path.join(folder, file)) as SourceDefinition["document"] }));
}
