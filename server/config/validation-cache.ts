import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeAtomically } from "#server/platform/atomic-files.ts";
import { appRoot, builtPath } from "#server/root.ts";

/** The text of a file. */
interface Text {
  readonly path: string;
  readonly text: string;
}

/**
 * Caches checks without faults, under a hash of the program and of the definitions. A server that starts with the
 * definitions of its last start skips the check, a third of the start. `T` is the cached result, as JSON.
 */
export class ValidationCache<T> {
  readonly #folder: string;
  readonly #findProgram: () => Promise<string | undefined>;

  /** `findProgram` identifies the whole code of the check. Without an identity nothing is cached. */
  constructor(dataDir: string, findProgram: () => Promise<string | undefined> = hashBuild) {
    this.#folder = path.join(dataDir, "validation-cache");
    this.#findProgram = findProgram;
  }

  /** The cached result for these files; undefined when there is none, or when it cannot be read. */
  async find(files: readonly Text[]): Promise<T | undefined> {
    const entry = await this.#findPath(files);
    if (entry === undefined) return undefined;
    return readFile(entry, "utf8")
      .then((text) => JSON.parse(text) as T)
      .catch(() => undefined);
  }

  /** Caches the result of a check without faults. If it cannot be written, the next start checks again. */
  async store(files: readonly Text[], result: T): Promise<void> {
    const entry = await this.#findPath(files);
    if (entry !== undefined) await writeAtomically(entry, JSON.stringify(result)).catch(() => undefined);
  }

  async #findPath(files: readonly Text[]): Promise<string | undefined> {
    const program = await this.#findProgram();
    if (program === undefined) return undefined;
    const hash = createHash("sha256").update(program);
    // The length makes the boundaries between files part of the hash.
    for (const { path: name, text } of files) hash.update(`${name}\n${text.length}\n${text}`);
    return path.join(this.#folder, `${toName(hash)}.json`);
  }
}

const toName = (hash: Hash): string => hash.digest("base64url").slice(0, 32);

const buildDir = builtPath("server");
let buildHash: Promise<string> | undefined;
/** Hash of our code, the meta-schemas and the packages; undefined when the program runs from its sources. */
async function hashBuild(): Promise<string | undefined> {
  if (path.relative(buildDir, fileURLToPath(import.meta.url)).startsWith("..")) return undefined;
  buildHash ??= (async () => {
    const hash = createHash("sha256").update(process.version);
    const files = [await listFiles(buildDir, ".js"), await listFiles(path.join(appRoot, "schemas/meta"), ".json")];
    for (const file of [...files.flat(), path.join(appRoot, "package-lock.json")])
      if (existsSync(file)) hash.update(`${file}\n`).update(await readFile(file));
    return toName(hash);
  })();
  return buildHash;
}

async function listFiles(folder: string, suffix: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => path.join(folder, name));
}
