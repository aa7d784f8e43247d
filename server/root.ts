import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Absolute path of the repository: the nearest folder above this file with a package.json, for source and dist/ alike.
 */
export const appRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Absolute path of a built file: `builtPath("server/config/compile/compile.worker.js")`. Worker threads start from it
 * even in tests, because Node 20 does not load TypeScript.
 */
export function builtPath(file: string): string {
  return path.join(appRoot, "dist", file);
}

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error("No package.json above the server's own files.");
  return findRoot(above);
}
