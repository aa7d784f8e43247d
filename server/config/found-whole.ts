import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { appRoot, builtPath } from "#server/root.ts";

/** A file as it was read. */
interface Text {
  readonly path: string;
  readonly text: string;
}

/**
 * What this very program found nothing wrong with, under the hash of both: a server that starts with the documents of
 * its last start takes the word of that, which is a third of a start. `T` is what is remembered of a check that found
 * nothing, as JSON.
 */
export class FoundWhole<T> {
  readonly #folder: string;
  readonly #program: () => Promise<string | undefined>;

  /** `program` names what checks, down to its last line; where nobody can say which it is, nothing is kept. */
  constructor(dataDir: string, program: () => Promise<string | undefined> = nameBuild) {
    this.#folder = path.join(dataDir, "found-whole");
    this.#program = program;
  }

  /** What was noted of these files; undefined where there is none, or it cannot be read. */
  async find(files: readonly Text[]): Promise<T | undefined> {
    const note = await this.#noteOf(files);
    if (note === undefined) return undefined;
    return readFile(note, "utf8")
      .then((text) => JSON.parse(text) as T)
      .catch(() => undefined);
  }

  /** Notes that nothing is wrong with these files; where nothing can be written, they are checked again by the next start. */
  async note(files: readonly Text[], noted: T): Promise<void> {
    const note = await this.#noteOf(files);
    if (note !== undefined) await this.#write(note, JSON.stringify(noted)).catch(() => undefined);
  }

  async #write(note: string, text: string): Promise<void> {
    const next = `${note}.${process.pid}`;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(next, text);
    await rename(next, note);
  }

  async #noteOf(files: readonly Text[]): Promise<string | undefined> {
    const program = await this.#program();
    if (program === undefined) return undefined;
    const hash = createHash("sha256").update(program);
    // With their lengths, so that nothing moves from a file into the next unnoticed.
    for (const { path: name, text } of files) hash.update(`${name}\n${text.length}\n${text}`);
    return path.join(this.#folder, `${toName(hash)}.json`);
  }
}

const toName = (hash: Hash): string => hash.digest("base64url").slice(0, 32);

const buildDir = builtPath("server");
let named: Promise<string> | undefined;
/** Our own code, the meta-schemas and whose code it is run with; undefined where the program runs from its sources. */
async function nameBuild(): Promise<string | undefined> {
  if (path.relative(buildDir, fileURLToPath(import.meta.url)).startsWith("..")) return undefined;
  named ??= (async () => {
    const hash = createHash("sha256").update(process.version);
    const files = [await listFiles(buildDir, ".js"), await listFiles(path.join(appRoot, "schemas/meta"), ".json")];
    for (const file of [...files.flat(), path.join(appRoot, "package-lock.json")])
      if (existsSync(file)) hash.update(`${file}\n`).update(await readFile(file));
    return toName(hash);
  })();
  return named;
}

async function listFiles(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(folder, name));
}
