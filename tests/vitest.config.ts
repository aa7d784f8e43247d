import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { makeRunFolder } from "./run-folder.ts";
import { shortLived } from "./short-lived.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The first line of a test that needs a page. */
const drawsPages = "// @vitest-environment happy-dom";
const drawing = ["tests/renderer", "tests/widgets"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(path.join(root, file), "utf8").startsWith(drawsPages));
/** What the renderer has once for a whole page: who is signed in, what was asked. */
const ofWholePages = ["session", "data", "app"].map((folder) => path.join("tests/renderer", folder));
/** Tests of that, and those that put something in the place of a module or of memory: what they leave behind must not meet another. */
const apart = [
  ...drawing.filter((file) => ofWholePages.some((folder) => file.startsWith(folder))),
  "tests/server/config/read-documents.test.ts",
  "tests/server/files/detection/judge.test.ts",
  "tests/engine/picture/find-sheet.test.ts",
  "tests/widgets/file/photos/take-photos.test.tsx",
];
const never = ["tests/e2e/**", "tests/bench/**", "node_modules/**"];

// Unit and API tests. A test that needs a page says `// @vitest-environment happy-dom` in its first line.
export default defineConfig({
  root,
  test: {
    environment: "node",
    pool: "forks",
    execArgv: shortLived,
    maxWorkers: 4,
    // What waits for something waits long enough for a machine that stands still meanwhile (eventually.ts).
    testTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 20 } },
    // The embedded database takes seconds to begin on a busy machine.
    hookTimeout: 180_000,
    env: { NODE_ENV: "test", TMPDIR: makeRunFolder() },
    projects: [
      {
        extends: true,
        // One process reads the modules once and compiles the database once, for all files it is given.
        test: {
          name: "together",
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...drawing, ...apart, ...never],
        },
      },
      {
        extends: true,
        // The same for what draws: all in one page, which is emptied after each test.
        test: {
          name: "pages",
          isolate: false,
          include: drawing,
          exclude: apart,
          setupFiles: ["tests/clean-page.ts"],
        },
      },
      {
        extends: true,
        test: { name: "apart", include: apart },
      },
    ],
  },
});
