import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Unit and API tests. A test that needs a page says `// @vitest-environment happy-dom` in its first line.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**", "tests/bench/**", "node_modules/**"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    // A machine that stands still for seconds is no fault of the code; what fails twice is.
    retry: 1,
    // The embedded database takes seconds to begin on a busy machine.
    hookTimeout: 60_000,
    env: { NODE_ENV: "test" },
  },
});
