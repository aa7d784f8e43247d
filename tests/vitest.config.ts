import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findQuickDisk } from "./quick-disk.ts";
import { shortLived } from "./short-lived.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The first line of a test that needs a page. */
const drawsPages = "// @vitest-environment happy-dom";
const drawing = ["tests/renderer", "tests/widgets"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(path.join(root, file), "utf8").startsWith(drawsPages));
/** Tests that draw pages or papers, or put something in the place of a module: what they leave behind must not meet another. */
const apart = [
  ...drawing,
  "tests/server/config/read-documents.test.ts",
  "tests/server/files/detection/judge.test.ts",
  "tests/engine/picture/find-sheet.test.ts",
];
/** The packages that pages are made of. */
const ofPages = [
  "@fluentui/react-components",
  "@rjsf/core",
  "@rjsf/utils",
  "@tanstack/react-query",
  "@testing-library/react",
  "jotai",
  "react",
  "react-dom",
  "react-dom/client",
  "react-router-dom",
  "react/jsx-runtime",
];
const never = ["tests/e2e/**", "tests/bench/**", "node_modules/**"];

// Unit and API tests. A test that needs a page says `// @vitest-environment happy-dom` in its first line.
export default defineConfig({
  root,
  test: {
    environment: "node",
    pool: "forks",
    execArgv: shortLived,
    maxWorkers: 3,
    // What waits for something waits long enough for a machine that stands still meanwhile (eventually.ts).
    testTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 20 } },
    // The embedded database takes seconds to begin on a busy machine.
    hookTimeout: 180_000,
    env: { NODE_ENV: "test", TMPDIR: findQuickDisk() },
    projects: [
      {
        extends: true,
        // One process reads the modules once and compiles the database once, for all files it is given.
        test: {
          name: "together",
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...apart, ...never],
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: apart,
          // Each of these files reads the page's packages anew: as one module, not as thousands.
          deps: { optimizer: { client: { enabled: true, include: ofPages } } },
        },
      },
    ],
  },
});
