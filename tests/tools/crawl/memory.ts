import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const usual = fileURLToPath(new URL("../../../dist/crawl", import.meta.url));

/** What the crawl has done already, over all its processes. */
export class Memory {
  constructor(private readonly folder = usual) {}

  /** Whether a page was pressed before, by its signature. */
  knows(signature: string): boolean {
    return this.read("pages").includes(signature);
  }

  /** A page was pressed, all of it. */
  remember(signature: string): void {
    this.write("pages", signature);
  }

  /** Writes faults down as they are found: a crawl that is cut off has told what it saw. */
  tell(where: string, faults: readonly string[]): void {
    for (const fault of faults) this.write("faults", `${where}: ${fault}`);
  }

  /** The names of claims that were judged: a sentence that no page says proves nothing. */
  meet(names: Iterable<string>): void {
    const known = new Set(this.read("met"));
    for (const name of names) if (!known.has(name)) this.write("met", name);
  }

  listMet(): string[] {
    return this.read("met").filter(Boolean);
  }

  /** A crawl begins: what an earlier one did is gone, unless it is to be gone on with. */
  begin(): void {
    if (process.env["CRAWL_RESUME"] !== "1") rmSync(this.folder, { recursive: true, force: true });
  }

  private read(name: string): string[] {
    const file = path.join(this.folder, name);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  }

  private write(name: string, line: string): void {
    mkdirSync(this.folder, { recursive: true });
    appendFileSync(path.join(this.folder, name), `${line}\n`);
  }
}
