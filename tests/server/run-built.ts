import { spawnSync } from "node:child_process";
import path from "node:path";
import { appRoot, builtPath } from "#server/root.ts";
import { testFlags } from "../support/node-flags.ts";

/** Runs a built program of the server to its end: `runBuilt("cli/check.js", ["--json"])`. */
export function runBuilt(
  program: string,
  args: readonly string[] = [],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): { status: number | null; stdout: string; stderr: string } {
  const command = [...testFlags, builtPath(path.join("server", program)), ...args];
  return spawnSync(process.execPath, command, { cwd: appRoot, encoding: "utf8", ...options });
}
