import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// The project writes plain English: active voice, the field's term. These words mark sentences that readers decode twice.
const root = fileURLToPath(new URL("../..", import.meta.url));
const refused: readonly { words: RegExp; use: string }[] = [
  { words: /\b(who|what|which|when|where|how)(so)?ever\b(?<!\b(whenever|wherever|however))/i, use: "name the thing" },
  { words: /\b(some|no)body\b/i, use: "name who: the candidate, the caller, an author" },
  { words: /\b(anew|thereof|therein|hither|henceforth|thence|whence)\b/i, use: "again, in it, from there" },
  { words: /\b(is|are|was|were|be|been|being|it) (said|told)\b/i, use: "reports, shows, announces, states" },
  { words: /\b(says|said|say|saying|told)\b/i, use: "states, reports, shows, returns, announces" },
  { words: /\b(stands|stood)\b/i, use: "is, stays, appears, remains" },
  { words: /\b(lies|lay) (in|on|under|at|beside|below)\b/i, use: "is in, is stored in" },
  { words: /\b(is|are|was|were|be) taken\b/i, use: "accepts, receives, uses" },
  { words: /\b(leads? on|goes with|so often|of (its|their|one's) own)\b/i, use: "name the effect" },
  { words: /\bmeets (a|an|the|no|with)\b/i, use: "gets, receives, encounters" },
  { words: /\bmakes? of (it|them|this)\b/i, use: "produces, reads it as" },
];
const longestLine = 120;
const folders = ["engine", "widgets", "renderer", "server", "tests"];

const codeComment = /(?<=^|[\s{(,;])\/\*[\s\S]*?\*\/|(?<=^|[ \t])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm;
const sqlComment = /(?<=^|[ \t])--[^\n]*(?:\n[ \t]*--[^\n]*)*/gm;
const hashComment = /(?<=^|[ \t])#[^\n]*(?:\n[ \t]*#[^\n]*)*/gm;
/** Titles of tests, groups and steps, also behind `each`. */
const testTitles = [
  /\b(?:it|test|describe)(?:\.[a-zA-Z]+)*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g,
  /\)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\()/g,
];
/** Texts of JSON files for authors and developers, by key. */
const toValues = (keys: string): RegExp => new RegExp(`("(?:${keys})": )"((?:\\\\.|[^"\\\\])*)"`, "g");
/** A paragraph of Markdown. */
const paragraph = /[^\n]+(?:\n[^\n]+)*/g;

/** Where a kind of file has text for people. The first row that fits a path counts. */
const places: readonly { files: RegExp; patterns: readonly RegExp[] }[] = [
  { files: /^tests\/.*\.(test|spec)\.tsx?$/, patterns: [codeComment, ...testTitles] },
  { files: /\.(tsx?|mjs|css)$/, patterns: [codeComment] },
  { files: /\.sql$/, patterns: [sqlComment] },
  { files: /\.oxlintrc\.json$/, patterns: [codeComment, toValues("message")] },
  { files: /^(schemas|tests)\/.*\.json$/, patterns: [toValues("description|\\$comment")] },
  { files: /^fixtures\/.*\.json$/, patterns: [toValues("description|title|\\$comment")] },
  { files: /\.md$/, patterns: [paragraph] },
  { files: /\.github\/.*\.yml$/, patterns: [paragraph] },
  { files: /\.ya?ml$|Dockerfile|\.env\.example$|\.gitignore$/, patterns: [hashComment] },
];

interface Passage {
  line: number;
  text: string;
}

/** Comments, titles, descriptions or prose of a file. Each keeps its line breaks, so that a sentence may wrap. */
function readPassages(file: string, source: string): Passage[] {
  const patterns = places.find(({ files }) => files.test(file))?.patterns ?? [];
  const text = file.endsWith(".md") ? withoutCode(source) : source;
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => ({
      line: text.slice(0, found.index).split("\n").length,
      text: (found[2] ?? found[0]).replace(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/|--|#+|>)/gm, ""),
    })),
  );
}

/** Markdown without code, with the same lines. */
const withoutCode = (source: string): string =>
  source.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, "")).replace(/`[^`\n]*`/g, "");

function findRefused(file: string, source: string): string[] {
  return readPassages(file, source).flatMap(({ line, text }) =>
    refused.flatMap(({ words, use }) =>
      [...text.matchAll(new RegExp(words.source.replaceAll(" ", "\\s+"), "gi"))].map(
        ({ 0: found, index }) =>
          `${file}:${line + text.slice(0, index).split("\n").length - 1} "${found}" (use: ${use})`,
      ),
    ),
  );
}

/** Files of a folder, without this one, which contains the words, and without migrations, which never change. */
function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => pattern.test(file) && !/architecture\/plain-english\.test\.ts$|\/migrations\//.test(file));
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const findAll = (files: readonly string[]): string[] => files.flatMap((file) => findRefused(file, read(file)));

describe("plain English", () => {
  it.each(folders)("holds in the comments and test titles of %s", (folder) => {
    const files = listFiles(folder, /\.(tsx?|mjs|css|sql|ya?ml)$|Dockerfile/);
    expect(files.length).toBeGreaterThan(10);
    expect(findAll(files)).toEqual([]);
  });

  it("holds in the descriptions of definitions and fixtures", () => {
    expect(findAll(["schemas", "fixtures", "tests"].flatMap((folder) => listFiles(folder, /\.json$/)))).toEqual([]);
  });

  it("holds in every README and guide, and in the files of the root", () => {
    const files = [...folders, "schemas", "fixtures", ".github"].flatMap((folder) => listFiles(folder, /\.(md|yml)$/));
    expect(findAll(["README.md", ".oxlintrc.json", ".env.example", ".gitignore", ...files])).toEqual([]);
  });

  it("keeps comment lines to 120 columns", () => {
    const files = folders.flatMap((folder) => listFiles(folder, /\.(tsx?|mjs|css|sql)$/));
    const long = files.flatMap((file) => {
      const source = read(file);
      const lines = source.split("\n");
      return [...source.matchAll(file.endsWith(".sql") ? sqlComment : codeComment)].flatMap(({ 0: comment, index }) => {
        const first = source.slice(0, index).split("\n").length - 1;
        return comment.split("\n").flatMap((_, i) => {
          const line = lines[first + i]!;
          return line.length > longestLine && !/https?:\/\//.test(line) ? [`${file}:${first + i + 1}`] : [];
        });
      });
    });
    expect(long).toEqual([]);
  });

  it.each<[string, string, number]>([
    ["server/x.ts", "// Whoever asks", 1],
    ["server/x.ts", "go(); // it stands", 1],
    ["server/x.ts", "const wait = 1; /* said */", 1],
    ["server/x.ts", "/**\n * The value is\n * taken from the row.\n */", 2],
    ["renderer/X.tsx", "<p>\n  {/* nobody */}\n</p>", 2],
    ["renderer/x.css", "a {\n  /* of its own */\n}", 2],
    ["server/x.mjs", "// somebody", 1],
    ["server/x.sql", "select 1; -- it\n-- stands", 2],
    ["tests/x.test.ts", 'it("is taken anew", () => {});', 1],
    ["tests/x.spec.ts", 'await test.step("whoever asks", async () => {});', 1],
    ["tests/x.test.ts", 'test.each([\n  ["a"],\n])("%s is told", (name) => {});', 3],
    ["tests/x.test.ts", 'test(\n  "nobody",\n  () => {});', 1],
    ["schemas/x.json", '{\n  "description": "Nobody"\n}', 2],
    ["fixtures/x.json", '{ "steps": [{ "id": "a", "title": "Somebody pays." }] }', 1],
    ["x.md", "```\nnobody\n```\nIt\nstands", 5],
    ["server/compose.yaml", "a: 1 # nobody", 1],
    [".github/x.yml", "  label: Nobody", 1],
    [".oxlintrc.json", '{ "message": "what is said" }', 1],
  ])("refuses a planted riddle in %s: %s", (file, source, line) => {
    expect(findRefused(file, source)[0]).toContain(`${file}:${line} `);
  });

  it.each([
    ["server/x.ts", "// The server rejects a body over 1 MB."],
    ["server/x.ts", 'const text = "nobody"; const url = "https://said.example";'],
    ["tests/x.test.ts", 'it("returns 413 when the body is too large", () => {});'],
    ["x.md", "`nobody` is a name."],
    ["fixtures/x.json", '{ "text": "Somebody" }'],
  ])("accepts a plain sentence, and words that are data, in %s: %s", (file, source) => {
    expect(findRefused(file, source)).toEqual([]);
  });
});
