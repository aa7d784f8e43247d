import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Neither a folder nor a reference that git knows. */
export class SchemasNotFound extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SchemasNotFound";
  }
}

const archiveMaxBytes = 256 * 1_048_576;

/**
 * Calls `read` with a folder of previous definitions: another folder (or one that contains `schemas/`), or `schemasDir`
 * at a git reference, unpacked while `read` runs. Throws SchemasNotFound.
 */
export async function withPreviousSchemas<T>(
  against: string,
  schemasDir: string,
  read: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = path.resolve(against);
  if (existsSync(folder) && statSync(folder).isDirectory()) {
    const below = path.join(folder, "schemas");
    return read(existsSync(below) ? below : folder);
  }
  const unpacked = await mkdtemp(path.join(tmpdir(), "sanad-former-"));
  try {
    unpack(against, schemasDir, unpacked);
    return await read(unpacked);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

function unpack(reference: string, schemasDir: string, into: string): void {
  const git = (at: string, ...args: string[]) =>
    execFileSync("git", ["-C", at, ...args], { maxBuffer: archiveMaxBytes, stdio: ["ignore", "pipe", "pipe"] });
  const ask = (...args: string[]) =>
    git(schemasDir, "rev-parse", ...args)
      .toString()
      .trim();
  try {
    const commit = ask("--verify", "--quiet", "--end-of-options", `${reference}^{commit}`);
    const archive = git(ask("--show-toplevel"), "archive", "--format=tar", `${commit}:${ask("--show-prefix")}`);
    execFileSync("tar", ["-x", "-C", into], { input: archive, stdio: ["pipe", "ignore", "pipe"] });
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? "").trim();
    throw new SchemasNotFound(
      `${reference} is neither a folder nor a git reference that holds ${schemasDir}${said ? `: ${said}` : "."}`,
    );
  }
}
