import { readdir } from "node:fs/promises";
import path from "node:path";
import {
  findNodeAtLocation,
  parseTree,
  getNodeValue,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import type { Issue } from "#engine/base/issue.ts";
import { pointerSteps } from "#engine/base/json-pointer.ts";
import { inTime, readText, UnreadFile } from "./read-text.ts";

/** Bounds on what is read before anything is parsed. */
const limits = { sizeBytes: 1_048_576, files: 5_000, depth: 40, values: 20_000 };

/** One file of schemas/ as it was read. `tree` places a pointer in the text; `document` is undefined when it is not JSON. */
export interface SourceFile {
  path: string;
  text: string;
  tree?: Node;
  document?: unknown;
  /** Where it ceases to be JSON, or to be UTF-8, in characters from its beginning. */
  brokenAt?: number;
}

/** What keeps a file from being JSON, by the parser's names. */
const jsonFaults: Readonly<Record<string, string>> = {
  InvalidSymbol: "This word is no JSON: texts stand in double quotes",
  InvalidNumberFormat: "This is no number",
  PropertyNameExpected: "A key in double quotes should stand here",
  ValueExpected: "A value should stand here",
  ColonExpected: "A colon should stand here",
  CommaExpected: "A comma should stand here",
  CloseBraceExpected: "An object is not closed: } should stand here",
  CloseBracketExpected: "A list is not closed: ] should stand here",
  EndOfFileExpected: "The document has ended: nothing may follow",
  InvalidCommentToken: "JSON has no comments; keys that begin with x- are yours",
  UnexpectedEndOfString: "A text is not closed",
  InvalidUnicode: "This is no character: \\u has four digits",
  InvalidEscapeCharacter: "This escape is none that JSON has",
  InvalidCharacter: "This character cannot stand in a text as it is",
};

/**
 * Every JSON file below the folder, except meta/ and names that begin with a dot (locks and swap files of editors).
 * What cannot be read or parsed comes as an issue, not as an exception, and is never waited for; a folder that is not
 * there throws.
 */
export async function readDocuments(folder: string): Promise<{ files: SourceFile[]; issues: Issue[] }> {
  const issues: Issue[] = [];
  const tell = (document: string, { code, message }: UnreadFile) =>
    void issues.push({ document, pointer: "", code, message });
  const paths = (await listFiles(folder, "", tell))
    .filter((file) => file.endsWith(".json") && !file.startsWith("meta/"))
    .sort();
  if (paths.length > limits.files)
    throw new Error(`${folder} holds ${paths.length} documents; at most ${limits.files} are read.`);
  const before = lastRead.get(folder) ?? new Map<string, ParsedFile>();
  const parsed = new Map<string, ParsedFile>();
  const broken: SourceFile[] = [];
  for (const file of paths) {
    const text = await readText(path.join(folder, file), limits.sizeBytes).catch(toUnread);
    if (typeof text === "string") {
      const former = before.get(file);
      const next = former?.file.text === text ? former : parseFile(file, text);
      parsed.set(file, next);
      issues.push(...next.issues);
    } else {
      tell(file, text);
      if (text.before !== undefined) broken.push({ path: file, text: text.before, brokenAt: text.before.length });
    }
    // Each file that is still waited for holds one of few threads: where one does not answer, others will not.
    if (text instanceof UnreadFile && text.code === "too-slow") break;
  }
  lastRead.delete(folder);
  lastRead.set(folder, parsed);
  if (lastRead.size > foldersMax) lastRead.delete(lastRead.keys().next().value!);
  return { files: [...Array.from(parsed.values(), ({ file }) => file), ...broken], issues };
}

interface ParsedFile {
  file: SourceFile;
  issues: readonly Issue[];
}
/** What stood in each file the last time: of one that did not change the document is the same object, and what is known of it holds. */
const lastRead = new Map<string, ReadonlyMap<string, ParsedFile>>();
const foldersMax = 2;

async function listFiles(
  folder: string,
  below: string,
  tell: (document: string, fault: UnreadFile) => void,
): Promise<string[]> {
  const late = `The folder ${below || folder} did not answer in time`;
  const entries = await inTime(late, () => readdir(path.join(folder, below), { withFileTypes: true })).catch(toUnread);
  if (entries instanceof UnreadFile) {
    if (below === "") throw entries;
    tell(below, entries);
    return [];
  }
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith("."))
      .map(async (entry) => {
        const name = below ? `${below}/${entry.name}` : entry.name;
        return entry.isDirectory() ? listFiles(folder, name, tell) : [name];
      }),
  );
  return lists.flat();
}

function toUnread(error: unknown): UnreadFile {
  if (error instanceof UnreadFile) return error;
  throw error;
}

function parseFile(file: string, text: string): ParsedFile {
  const issues: Issue[] = [];
  return { file: parse(file, text, issues), issues };
}

function parse(file: string, text: string, issues: Issue[]): SourceFile {
  // Before anything is parsed: the parser goes down with every level, and its stack ends sooner than such a file.
  const bounds = measure(text);
  if (bounds.depth > limits.depth)
    issues.push({
      document: file,
      pointer: "",
      code: "too-deep",
      message: `A document is at most ${limits.depth} levels deep`,
    });
  if (bounds.values > limits.values)
    issues.push({
      document: file,
      pointer: "",
      code: "too-large",
      message: `A document holds at most ${limits.values} values`,
    });
  if (bounds.depth > limits.depth || bounds.values > limits.values) return { path: file, text };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first || !tree) {
    issues.push({
      document: file,
      pointer: "",
      code: "not-json",
      message: first ? (jsonFaults[printParseErrorCode(first.error)] ?? "This is no JSON") : "The file is empty",
    });
    return { path: file, text, ...(first && { brokenAt: first.offset }) };
  }
  const before = issues.length;
  checkTree(tree, file, "", issues);
  return issues.length > before ? { path: file, text, tree } : { path: file, text, tree, document: getNodeValue(tree) };
}

/** How deep the brackets of a text go, and how many values it holds at most; what stands in strings does not count. */
function measure(text: string): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},]/g)) {
    if (sign === "{" || sign === "[") deepest = Math.max(deepest, (depth += 1));
    else if (sign === "}" || sign === "]") depth -= 1;
    if (sign === "," || sign === "{" || sign === "[") values += 1;
  }
  return { depth: deepest, values };
}

/** Repeated keys would win silently, and prototype keys are never meant. */
function checkTree(node: Node, file: string, pointer: string, issues: Issue[]): void {
  const seen = new Set<string>();
  for (const [i, child] of (node.children ?? []).entries()) {
    if (node.type !== "object") {
      checkTree(child, file, `${pointer}/${i}`, issues);
      continue;
    }
    const key = String(child.children?.[0]?.value);
    const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (seen.has(key))
      issues.push({
        document: file,
        pointer: at,
        code: "repeated-key",
        message: `"${key}" stands twice; only the last would count`,
      });
    if (key === "__proto__" || key === "constructor" || key === "prototype")
      issues.push({ document: file, pointer: at, code: "unknown-key", message: `"${key}" cannot be a key` });
    seen.add(key);
    const value = child.children?.[1];
    if (value) checkTree(value, file, at, issues);
  }
}

/** Line and column, from 1, of an issue's pointer, or of the nearest thing above it that stands in the file. */
export function locate(file: SourceFile | undefined, pointer: string): { line: number; column: number } {
  if (file?.brokenAt !== undefined) return toPlace(file.text, file.brokenAt);
  if (!file?.tree) return { line: 1, column: 1 };
  const steps = pointerSteps(pointer);
  for (let length = steps.length; length >= 0; length--) {
    const node =
      findNodeAtLocation(
        file.tree,
        steps.slice(0, length).map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
      ) ?? findNodeAtLocation(file.tree, steps.slice(0, length));
    if (!node) continue;
    const { offset } = node.parent?.type === "property" ? node.parent : node;
    return toPlace(file.text, offset);
  }
  return { line: 1, column: 1 };
}

function toPlace(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
