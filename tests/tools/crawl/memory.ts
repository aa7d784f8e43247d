import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const usual = fileURLToPath(new URL("../../../dist/crawl", import.meta.url));

/** Shared memory of all processes of a crawl. */
export class Memory {
  constructor(private readonly folder = usual) {}

  /** Returns whether a page with this signature was pressed before. */
  knows(signature: string): boolean {
    return this.read("pages").includes(signature);
  }

  /** Marks a page as pressed completely. */
  remember(signature: string): void {
    this.write("pages", signature);
  }

  /** Writes faults as they are found, so that an interrupted crawl keeps them. */
  tell(where: string, faults: readonly string[]): void {
    for (const fault of faults) this.write("faults", `${where}: ${fault}`);
  }

  /** Records the names of judged claims. */
  meet(names: Iterable<string>): void {
    const known = new Set(this.read("met"));
    for (const name of names) if (!known.has(name)) this.write("met", name);
  }

  listMet(): string[] {
    return this.read("met").filter(Boolean);
  }

  /** Clears the memory of an earlier crawl unless this one resumes it. */
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
