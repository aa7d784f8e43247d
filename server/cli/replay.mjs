// `npm run replay [name] [--headless | --browser | --firefox]`: prepares the clone, then replays the
// fixtures (fixtures/README.md).
import { rmSync } from "node:fs";
import path from "node:path";
import { buildInputs, prepare, root, run, unlessUnchanged } from "./prepare.mjs";

const out = path.join(root, "dist/replay/runner");

await prepare();
// One bundle starts faster than separate modules.
await unlessUnchanged(path.join(out, ".stamp"), [...buildInputs, "tests", "server/cli/replay.mjs"], async () => {
  // Deletes what the previous runner has cached.
  for (const old of ["runner", "reference-cache"])
    rmSync(path.join(root, "dist/replay", old), { recursive: true, force: true });
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: "tests/tools/replay/main.ts",
      candidate: "tests/tools/replay/load/candidate.ts",
      worker: "tests/tools/replay/workers/worker-main.ts",
    },
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    // Native and large packages stay external. The page's packages are bundled and loaded on demand.
    external: ["oxfmt", "playwright", "@axe-core/playwright", "esbuild", "sharp", "pg", "typescript"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
});
// Faulty sample documents take seconds to make, so they stay until their sources change.
const generatedFiles = path.join(root, "dist/replay/files");
const fileInputs = [
  "tests/tools/sample-documents",
  "tests/tools/replay/generated-files.ts",
  "tests/tools/replay/faulty-files.ts",
  "tests/server/files",
  "package-lock.json",
];
await unlessUnchanged(path.join(generatedFiles, ".stamp"), fileInputs, async () =>
  rmSync(generatedFiles, { recursive: true, force: true }),
);
process.chdir(root);
process.exitCode = await run(process.execPath, [
  "--max-semi-space-size=64",
  path.join(out, "main.js"),
  ...process.argv.slice(2),
]);
