import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { listOwnCode } from "../support/test-assets.ts";

// Descriptions for editors are in files that the page is built from.

const readAll = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));

/** The sentences of every `about` in a folder. */
const readLines = (folder: string): string[] =>
  readAll(folder, /\.tsx?$/).flatMap((text) => {
    const about = /export const \w*[aA]bout = \{([\s\S]*?)\bsatisfies\b/.exec(text)?.[1] ?? "";
    return [...about.matchAll(/"([^"\n]{20,}\.)"/g)].map(([, line]) => line!);
  });

// Needs a build: `npm test` builds before it tests.
it.runIf(existsSync("dist/web/.vite/builds.json"))("leaves descriptions for editors out of the page", () => {
  const lines = ["renderer/blocks", "renderer/actions", "widgets"].flatMap(readLines);
  expect(lines.length).toBeGreaterThan(150);
  const page = listOwnCode("dist/web")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  expect(page).toContain("webWallet");
  expect(lines.filter((line) => page.includes(line))).toEqual([]);
});
