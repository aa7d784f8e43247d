import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { textKeys } from "#engine/core/definitions/text-keys.ts";
import { isMap } from "#engine/core/rules/expression.ts";

/** Files that declare keys: a declaration is no use. */
const contracts =
  /^engine\/(documents\/(text-keys|message-keys|request|catalogues|screen|form|meta-\w+|props)|check\/|release\/)/;

const readAll = (folder: string, files: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file).split(path.sep).join("/"))
    .filter((file) => files.test(file) && !contracts.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

const code = ["renderer", "widgets", "server", "engine"].map((folder) => readAll(folder, /\.tsx?$/)).join("\n");
const documents = readAll("schemas", /^schemas\/(?!meta\/).*\.json$/);

/**
 * Returns whether code uses a key: by its name, or as the end of a composed name, `file.${tile.phase}`,
 * `photos.hint-${hint}`.
 */
function isAsked(key: string): boolean {
  const isMade = (begin: string) => code.includes(`\`${begin}\${`) && code.includes(`"${key.slice(begin.length)}"`);
  return code.includes(`"${key}"`) || isMade(`${key.split(".")[0]}.`) || isMade(key.slice(0, key.lastIndexOf("-") + 1));
}

test("code uses every text of catalogues/texts", () => {
  expect(Object.keys(textKeys).filter((key) => !isAsked(key))).toEqual([]);
});

/** Lists every key of a meta-schema, with the kind of definition. */
function* keysOf(schema: unknown, kind: string): Generator<string> {
  if (Array.isArray(schema)) for (const part of schema) yield* keysOf(part, kind);
  if (!isMap(schema)) return;
  if (isMap(schema["properties"])) for (const key of Object.keys(schema["properties"])) yield `${kind}: ${key}`;
  for (const part of Object.values(schema)) yield* keysOf(part, kind);
}

test("code or a path of a definition reads every key of a definition", () => {
  const keys = readdirSync("schemas/meta")
    .filter((file) => file !== "common.schema.json" && file !== "names.schema.json")
    .flatMap((file) => [
      ...keysOf(JSON.parse(readFileSync(`schemas/meta/${file}`, "utf8")), file.replace(".schema.json", "")),
    ]);
  const dead = [...new Set(keys)].filter((one) => {
    const key = one.split(": ")[1] ?? "";
    const word = key.replaceAll(/[.$]/g, String.raw`\$&`);
    if (key === "$schema" || Object.hasOwn(textKeys, key)) return false;
    // Code composes `${thing}-not-found`.
    if (key.endsWith("-not-found") && code.includes("-not-found`")) return false;
    // Code composes `flaw-${flaw}`.
    if (key.startsWith("flaw-") && code.includes("`flaw-")) return !code.includes(`"${key.slice("flaw-".length)}"`);
    return !new RegExp(`\\b${word}\\b`).test(code) && !new RegExp(`\\.${word}[."]`).test(documents);
  });
  expect(dead).toEqual([]);
});
