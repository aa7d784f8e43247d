import { readFileSync } from "node:fs";
import path from "node:path";

/** The code files of the web build in a folder; those of the builds before lie beside them (server/cli/former-builds.mjs). */
export function listOwnCode(webDir: string): string[] {
  const [own = []] = JSON.parse(readFileSync(path.join(webDir, ".vite/builds.json"), "utf8")) as string[][];
  return own.filter((name) => name.endsWith(".js")).map((name) => path.join(webDir, "assets", name));
}
