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
import type { Issue } from "#engine/core/base/issue.ts";
import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import { withReadDeadline, readText, UnreadableFile } from "./read-text.ts";

/** Limits that are checked before parsing. */
const limits = { sizeBytes: 1_048_576, files: 5_000, depth: 40, values: 20_000 };

/** One file of schemas/. `tree` locates pointers in the text; `document` is undefined for a file that is not JSON. */
export interface SourceFile {
  path: string;
  text: string;
  tree?: Node;
  document?: unknown;
  /** Offset in characters where it stops being JSON or UTF-8. */
  brokenAt?: number;
}

/** Messages by the error names of the parser. */
const jsonFaults: Readonly<Record<string, string>> = {
  InvalidSymbol: "This is not JSON: put texts in double quotes",
  InvalidNumberFormat: "This is not a number",
  PropertyNameExpected: "A key in double quotes is missing here",
  ValueExpected: "A value is missing here",
  ColonExpected: "A colon is missing here",
  CommaExpected: "A comma is missing here",
  CloseBraceExpected: "An object is not closed: } is missing here",
  CloseBracketExpected: "A list is not closed: ] is missing here",
  EndOfFileExpected: "The document has ended: nothing may follow",
  InvalidCommentToken: "JSON has no comments; keys that begin with x- are yours",
  UnexpectedEndOfString: "A text is not closed",
  InvalidUnicode: "This is not a character: \\u has four digits",
  InvalidEscapeCharacter: "JSON does not have this escape",
  InvalidCharacter: "This character must be escaped in a text",
};

/**
 * Reads every JSON file below the folder, except meta/ and names that begin with a dot (locks and swap files of
 * editors). Unreadable and invalid files become issues, after a time limit. Throws when the folder does not exist.
 */
export async function readDefinitions(folder: string): Promise<{ files: SourceFile[]; issues: Issue[] }> {
  const issues: Issue[] = [];
  const report = (document: string, { code, message }: UnreadableFile) =>
    void issues.push({ document, pointer: "", code, message });
  const paths = (await listFiles(folder, "", report))
    .filter((file) => file.endsWith(".json") && !file.startsWith("meta/"))
    .sort();
  if (paths.length > limits.files)
    throw new Error(`${folder} holds ${paths.length} definitions; at most ${limits.files} are read.`);
  const before = lastRead.get(folder) ?? new Map<string, ParsedFile>();
  const parsed = new Map<string, ParsedFile>();
  const broken: SourceFile[] = [];
  for (const file of paths) {
    const text = await readText(path.join(folder, file), limits.sizeBytes).catch(toUnreadable);
    if (typeof text === "string") {
      const previous = before.get(file);
      const next = previous?.file.text === text ? previous : parseFile(file, text);
      parsed.set(file, next);
      issues.push(...next.issues);
    } else {
      report(file, text);
      if (text.before !== undefined) broken.push({ path: file, text: text.before, brokenAt: text.before.length });
    }
    // Each pending read blocks one of a few threads. When one file does not answer, others will not either.
    if (text instanceof UnreadableFile && text.code === "definition/too-slow") break;
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
/** The last content of each file. An unchanged file keeps its document object, so facts about the object stay valid. */
const lastRead = new Map<string, ReadonlyMap<string, ParsedFile>>();
const foldersMax = 2;

async function listFiles(
  folder: string,
  below: string,
  report: (document: string, fault: UnreadableFile) => void,
): Promise<string[]> {
  const timeoutMessage = `The folder ${below || folder} did not answer in time`;
  const entries = await withReadDeadline(timeoutMessage, () =>
    readdir(path.join(folder, below), { withFileTypes: true }),
  ).catch(toUnreadable);
  if (entries instanceof UnreadableFile) {
    if (below === "") throw entries;
    report(below, entries);
    return [];
  }
  const lists = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith("."))
      .map(async (entry) => {
        const name = below ? `${below}/${entry.name}` : entry.name;
        return entry.isDirectory() ? listFiles(folder, name, report) : [name];
      }),
  );
  return lists.flat();
}

function toUnreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  throw error;
}

function parseFile(file: string, text: string): ParsedFile {
  const issues: Issue[] = [];
  return { file: parse(file, text, issues), issues };
}

function parse(file: string, text: string, issues: Issue[]): SourceFile {
  // Measured before parsing: the parser is recursive and would overflow its stack.
  const bounds = measure(text);
  if (bounds.depth > limits.depth)
    issues.push({
      document: file,
      pointer: "",
      code: "definition/too-deep",
      message: `A document is at most ${limits.depth} levels deep`,
    });
  if (bounds.values > limits.values)
    issues.push({
      document: file,
      pointer: "",
      code: "definition/too-large",
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
      code: "definition/not-json",
      message: first ? (jsonFaults[printParseErrorCode(first.error)] ?? "This is not JSON") : "The file is empty",
    });
    return { path: file, text, ...(first && { brokenAt: first.offset }) };
  }
  const before = issues.length;
  checkTree(tree, file, "", issues);
  return issues.length > before ? { path: file, text, tree } : { path: file, text, tree, document: getNodeValue(tree) };
}

/** The depth of the brackets, and an upper bound for the number of values. Ignores strings. */
function measure(text: string): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},]/g)) {
    if (sign === "{" || sign === "[") deepest = Math.max(deepest, (depth += 1));
    else if (sign === "}" || sign === "]") depth -= 1;
    if (sign === "," || sign === "{" || sign === "[") values += 1;
  }
  return { depth: deepest, values };
}

/** Reports repeated keys, which JSON.parse would drop silently, and prototype keys. */
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
        code: "definition/duplicate-key",
        message: `"${key}" appears twice; only the last would count`,
      });
    if (key === "__proto__" || key === "constructor" || key === "prototype")
      issues.push({ document: file, pointer: at, code: "definition/unknown-key", message: `"${key}" cannot be a key` });
    seen.add(key);
    const value = child.children?.[1];
    if (value) checkTree(value, file, at, issues);
  }
}

/** Line and column of a pointer, from 1, or of its nearest ancestor in the file. */
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
