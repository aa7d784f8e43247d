import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";
import { getLanguageService, TextDocument, type Diagnostic } from "vscode-json-languageservice";
import { DocumentSet } from "#engine/check/parts/set.ts";
import { namesSchemaFile } from "#engine/documents/names.ts";
import { toNamesSchema } from "#engine/editor/to-names.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";

const folder = path.resolve("schemas");

// Written anew whenever the documents are read: a commit without them fails nothing.
const { sources, metas } = await checkSchemas(folder);
const names = toNamesSchema(new DocumentSet(sources, { metas }));

const read = (uri: string): string =>
  uri.endsWith(`/${namesSchemaFile}`) ? JSON.stringify(names) : readFileSync(fileURLToPath(uri), "utf8");

/** The service that editors run, with the schemas that each document's `$schema` names, from disk. */
const service = getLanguageService({
  schemaRequestService: async (uri) => read(uri),
  workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
});
service.configure({ validate: true, allowComments: false });

/** A document as an editor has it open; `text` is what stands in it now. */
export function open(file: string, text = readFileSync(path.join(folder, file), "utf8")) {
  const document = TextDocument.create(pathToFileURL(path.join(folder, file)).href, "json", 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

/** What is completed where `|` stands: what is inserted, by the label, with the line beside it. */
export async function complete(file: string, marked: string): Promise<Map<string, string>> {
  const offset = marked.indexOf("|");
  const { document, json } = open(file, marked.replace("|", ""));
  const list = await service.doComplete(document, document.positionAt(offset), json);
  return new Map(
    (list?.items ?? []).map(({ label, documentation }) => [label.replaceAll('"', ""), toText(documentation)]),
  );
}

/** What is shown where the mouse rests on `|`. */
export async function hover(file: string, marked: string): Promise<string> {
  const offset = marked.indexOf("|");
  const { document, json } = open(file, marked.replace("|", ""));
  const found = await service.doHover(document, document.positionAt(offset), json);
  return [found?.contents ?? []].flat().map(toText).join("\n");
}

/** What an editor underlines. */
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
