// `npm run replay [name] [--headless | --engine | --browser | --firefox]`: prepares the clone, then plays the fixtures (fixtures/README.md).
import { rmSync } from "node:fs";
import path from "node:path";
import { buildInputs, prepare, root, run, stamped } from "./prepare.mjs";

const out = path.join(root, "dist/replay/runner");

await prepare();
// One file starts at once, and does not ask for each module that the page loads when it needs it.
await stamped(path.join(out, ".stamp"), [...buildInputs, "tests", "server/cli/replay.mjs"], async () => {
  // With it goes what the runner before knew.
  for (const old of ["runner", "known"]) rmSync(path.join(root, "dist/replay", old), { recursive: true, force: true });
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: "tests/replay/main.ts",
      candidate: "tests/replay/load/candidate.ts",
      worker: "tests/replay/crew/worker.ts",
    },
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    // What is native or large stays outside; the page's packages come along, each begun when it is needed.
    external: ["playwright", "@axe-core/playwright", "esbuild", "sharp", "pg", "typescript"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
});
// Papers that went wrong take seconds to make: they stay as long as nothing that makes them changes.
const papers = path.join(root, "dist/replay/papers");
const papersInputs = [
  ...["papers", "replay/papers.ts", "replay/bad-papers.ts", "server/files"].map((name) => `tests/${name}`),
  "package-lock.json",
];
await stamped(path.join(papers, ".stamp"), papersInputs, async () => rmSync(papers, { recursive: true, force: true }));
process.chdir(root);
process.exitCode = await run(process.execPath, [
  "--max-semi-space-size=64",
  path.join(out, "main.js"),
  ...process.argv.slice(2),
]);
