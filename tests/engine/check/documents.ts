import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { namesSchemaFile } from "#engine/documents/names.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** The generated meta-schemas; which names there are is for editors. */
export const metas = Object.fromEntries(
  readdirSync("schemas/meta")
    .filter((file) => file !== namesSchemaFile)
    .map((file) => [file, readJson(`schemas/meta/${file}`)]),
) as MetaSchemas;

/** Every document below a folder, today's documents without one. */
export function listDocuments(folder = "schemas"): SourceDocument[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".json") && !file.startsWith("meta/"))
    .map((file) => ({ path: file, document: readJson(path.join(folder, file)) as SourceDocument["document"] }));
}
