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

interface Passage {
  line: number;
  text: string;
}

/** Comments and test titles of a source file, line by line. */
function readPassages(source: string): Passage[] {
  let inBlock = false;
  return source.split("\n").flatMap((line, i) => {
    const opens = /^\s*\/\*/.test(line);
    const isComment = inBlock || opens || /^\s*\/\//.test(line);
    if (inBlock || opens) inBlock = !line.includes("*/");
    const title = /^\s*(?:it|test|describe)(?:\.[a-zA-Z]+)*\(\s*(["'`])((?:\\.|(?!\1).)*)\1/.exec(line)?.[2];
    const text = isComment ? line : title;
    return text === undefined ? [] : [{ line: i + 1, text }];
  });
}

/** Every `description` of a JSON definition. */
function readDescriptions(source: string): Passage[] {
  return source.split("\n").flatMap((line, i) => {
    const text = /^\s*"description": "(.*)",?$/.exec(line)?.[1];
    return text === undefined ? [] : [{ line: i + 1, text }];
  });
}

/** Prose of a Markdown page, without code. */
function readProse(source: string): Passage[] {
  const blanked = source.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ""));
  return blanked.split("\n").map((line, i) => ({ line: i + 1, text: line.replace(/`[^`]*`/g, "") }));
}

function findRefused(file: string, passages: readonly Passage[]): string[] {
  return passages.flatMap(({ line, text }) =>
    refused.flatMap(({ words, use }) => {
      const found = words.exec(text)?.[0];
      return found ? [`${file}:${line} "${found}" (use: ${use})`] : [];
    }),
  );
}

function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => pattern.test(file) && !file.endsWith("architecture/plain-english.test.ts"));
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

describe("plain English", () => {
  it.each(folders)("holds in the comments and test titles of %s", (folder) => {
    const files = listFiles(folder, /\.(ts|tsx|mjs)$/);
    expect(files.flatMap((file) => findRefused(file, readPassages(read(file))))).toEqual([]);
  });

  it("holds in the descriptions of definitions and fixtures", () => {
    const files = ["schemas", "fixtures"].flatMap((folder) => listFiles(folder, /\.json$/));
    expect(files.flatMap((file) => findRefused(file, readDescriptions(read(file))))).toEqual([]);
  });

  it("holds in every README and guide", () => {
    const files = [...folders, "schemas", "fixtures"].flatMap((folder) => listFiles(folder, /\.md$/));
    expect(["README.md", ...files].flatMap((file) => findRefused(file, readProse(read(file))))).toEqual([]);
  });

  it("keeps comment lines to 120 columns", () => {
    const long = folders.flatMap((folder) =>
      listFiles(folder, /\.(ts|tsx|mjs)$/).flatMap((file) =>
        readPassages(read(file))
          .filter(({ text }) => text.length > longestLine && !/https?:\/\//.test(text))
          .map(({ line }) => `${file}:${line}`),
      ),
    );
    expect(long).toEqual([]);
  });

  it("refuses a planted riddle and accepts a plain sentence", () => {
    const planted = ["// Whoever asks is told what stands there.", 'it("is taken anew", () => {});'];
    for (const line of planted) expect(findRefused("x.ts", readPassages(line)), line).not.toEqual([]);
    const plain = [
      "// The server rejects a body over 1 MB.",
      'it("returns 413 when the body is too large", () => {});',
    ];
    for (const line of plain) expect(findRefused("x.ts", readPassages(line)), line).toEqual([]);
  });
});
