// Builds dist/server (esbuild), dist/web and dist/workbench (vite) beside the old ones, and swaps all when all succeed.
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { build as buildWeb } from "vite";
import { compressAssets } from "./compress.mjs";
import { keepPreviousBuilds } from "./previous-builds.mjs";
import { root } from "./prepare.mjs";

const dist = path.join(root, "dist");

/** Entry points of the server: the server, its worker threads, and one file per command. */
function serverEntries() {
  return filesUnder(path.join(root, "server")).filter((file) => {
    const relative = path.relative(path.join(root, "server"), file);
    return relative === "main.ts" || relative.endsWith(".worker.ts") || /^cli[\\/][^\\/]+\.ts$/.test(relative);
  });
}

/** esbuild options of the server. Packages stay external, our own folders are bundled. */
export function serverOptions(outdir) {
  return {
    absWorkingDir: root,
    entryPoints: serverEntries(),
    outbase: path.join(root, "server"),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  };
}

/** Vite options of the web build; the rest is in renderer/vite.config.ts. */
export function webOptions(outDir) {
  return {
    configFile: path.join(root, "renderer/vite.config.ts"),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true, rolldownOptions: { checks: { bundlerTimings: false } } },
  };
}

/** Vite options of the authors' workbench, a separate build. */
export function workbenchOptions(outDir) {
  return {
    configFile: path.join(root, "renderer/workbench/vite.config.ts"),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true, rolldownOptions: { checks: { bundlerTimings: false } } },
  };
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(file) : [file];
  });
}

async function buildAll() {
  const next = path.join(dist, `.next-${process.pid}`);
  mkdirSync(next, { recursive: true });
  try {
    await Promise.all([
      esbuild.build(serverOptions(path.join(next, "server"))),
      buildWeb(webOptions(path.join(next, "web"))),
      buildWeb(workbenchOptions(path.join(next, "workbench"))),
    ]);
    await compressAssets(path.join(next, "web"));
    keepPreviousBuilds(path.join(dist, "web"), path.join(next, "web"));
    for (const name of ["server", "web", "workbench"]) {
      rmSync(path.join(dist, name), { recursive: true, force: true });
      renameSync(path.join(next, name), path.join(dist, name));
    }
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

if (process.argv[1] === path.join(root, "server/cli/build.mjs")) {
  await buildAll().catch((error) => {
    // esbuild prints its own errors with their positions.
    if (!error.errors?.some((part) => part.location)) console.error(error.message);
    process.exitCode = 1;
  });
}
