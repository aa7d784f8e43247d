import { readFileSync } from "node:fs";
import path from "node:path";

/** JavaScript files of the current web build, without those of previous builds (server/cli/previous-builds.mjs). */
export function listOwnCode(webDir: string): string[] {
  const [own = []] = JSON.parse(readFileSync(path.join(webDir, ".vite/builds.json"), "utf8")) as string[][];
  return own.filter((name) => name.endsWith(".js")).map((name) => path.join(webDir, "assets", name));
}
