import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { makeRunFolder } from "./support/run-folder.ts";
import { testFlags } from "./support/node-flags.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The first line of a test that needs a DOM. */
const drawsPages = "// @vitest-environment happy-dom";
const drawing = ["tests/renderer", "tests/widgets"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(path.join(root, file), "utf8").startsWith(drawsPages));
/** Renderer folders with page-wide state: session, queries. */
const ofWholePages = ["session", "data", "app"].map((folder) => path.join("tests/renderer", folder));
/** Tests of page-wide state and tests that mock a module. Each runs in its own process. */
const apart = [
  ...drawing.filter((file) => ofWholePages.some((folder) => file.startsWith(folder))),
  "tests/server/config/read-definitions.test.ts",
  "tests/server/files/detection/image-quality.test.ts",
  "tests/engine/vision/picture/find-page.test.ts",
  "tests/widgets/file/photos/take-photos.test.tsx",
];
const never = ["tests/e2e/**", "tests/tools/bench/**", "node_modules/**"];

// Unit and API tests. A test that needs a DOM starts with `// @vitest-environment happy-dom`.
export default defineConfig({
  root,
  test: {
    environment: "node",
    pool: "forks",
    execArgv: testFlags,
    maxWorkers: 4,
    // Leaves room for a machine that pauses for seconds (support/eventually.ts).
    testTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 20 } },
    // The embedded database takes seconds to start on a busy machine.
    hookTimeout: 180_000,
    env: { NODE_ENV: "test", TMPDIR: makeRunFolder() },
    projects: [
      {
        extends: true,
        // One process loads the modules and compiles the database once for all its files.
        test: {
          name: "together",
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...drawing, ...apart, ...never],
        },
      },
      {
        extends: true,
        // The same for tests with a DOM: they share one page, which reset-page.ts empties after each test.
        test: {
          name: "pages",
          isolate: false,
          include: drawing,
          exclude: apart,
          setupFiles: ["tests/support/reset-page.ts"],
        },
      },
      {
        extends: true,
        test: { name: "apart", include: apart },
      },
    ],
  },
});
