import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../dist/crawl", import.meta.url));

/** What the crawl has done already, over all its processes. */
export class Memory {
  /** Names of the claims that were judged. */
  readonly met = new Set<string>();

  /** Remembers a page by its signature; false when it was known. */
  isNew(signature: string): boolean {
    if (this.read("pages").includes(signature)) return false;
    this.write("pages", signature);
    return true;
  }

  /** Writes faults down as they are found: a crawl that is cut off has told what it saw. */
  tell(where: string, faults: readonly string[]): void {
    for (const fault of faults) this.write("faults", `${where}: ${fault}`);
  }

  private read(name: string): string[] {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  }

  private write(name: string, line: string): void {
    mkdirSync(folder, { recursive: true });
    appendFileSync(path.join(folder, name), `${line}\n`);
  }
}
