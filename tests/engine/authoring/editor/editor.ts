import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";
import { getLanguageService, TextDocument, type Diagnostic } from "vscode-json-languageservice";
import { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { namesSchemaFile } from "#engine/core/definitions/names.ts";
import { toNamesSchema } from "#engine/authoring/editor/to-names-schema.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";

const folder = path.resolve("schemas");

// Rewritten from the definitions on every run, so that a stale file fails no test.
const { sources, metas } = await checkSchemas(folder);
const names = toNamesSchema(new DefinitionSet(sources, { metas }));

const read = (uri: string): string =>
  uri.endsWith(`/${namesSchemaFile}`) ? JSON.stringify(names) : readFileSync(fileURLToPath(uri), "utf8");

/** The language service of editors, with the schemas that `$schema` names, from disk. */
const service = getLanguageService({
  schemaRequestService: async (uri) => read(uri),
  workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
});
service.configure({ validate: true, allowComments: false });

/** A definition as open in an editor; `text` is its current content. */
export function open(file: string, text = readFileSync(path.join(folder, file), "utf8")) {
  const document = TextDocument.create(pathToFileURL(path.join(folder, file)).href, "json", 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

/** Completions at `|`: the inserted text with its description, by label. */
export async function complete(file: string, marked: string): Promise<Map<string, string>> {
  const offset = marked.indexOf("|");
  const { document, json } = open(file, marked.replace("|", ""));
  const list = await service.doComplete(document, document.positionAt(offset), json);
  return new Map(
    (list?.items ?? []).map(({ label, documentation }) => [label.replaceAll('"', ""), toText(documentation)]),
  );
}

/** Completions at `|` in the order in which an editor lists them: by their sort text, which is the label by default. */
export async function completeInOrder(
  file: string,
  marked: string,
): Promise<{ label: string; detail: string | undefined }[]> {
  const offset = marked.indexOf("|");
  const { document, json } = open(file, marked.replace("|", ""));
  const list = await service.doComplete(document, document.positionAt(offset), json);
  return (list?.items ?? [])
    .map(({ label, sortText, detail }) => ({ label: label.replaceAll('"', ""), sort: sortText ?? label, detail }))
    .toSorted((one, other) => (one.sort < other.sort ? -1 : 1))
    .map(({ label, detail }) => ({ label, detail }));
}

/** The hover text at `|`. */
export async function hover(file: string, marked: string): Promise<string> {
  const offset = marked.indexOf("|");
  const { document, json } = open(file, marked.replace("|", ""));
  const found = await service.doHover(document, document.positionAt(offset), json);
  return [found?.contents ?? []].flat().map(toText).join("\n");
}

/** The problems that an editor underlines. */
export async function findProblems(file: string, text?: string): Promise<Diagnostic[]> {
  const { document, json } = open(file, text);
  return service.doValidation(document, json);
}

const toText = (content: unknown): string =>
  typeof content === "object" && content !== null && "value" in content
    ? String(content.value as string)
    : typeof content === "string"
      ? content
      : "";
