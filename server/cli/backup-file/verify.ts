import type { Hmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createGunzip, type Gunzip } from "node:zlib";
import { isSameMac, startMac, type Mac, type MacKey } from "./mac.ts";
import { findDifference, HashedBytes, LineFile, printable, readLines, toLine, toName } from "./manifest.ts";
import { readTar, type Entry } from "./tar.ts";

/** The restore cannot be done; the message gives the reason. */
export class CannotRestore extends Error {}

/** Names of the first entry of a backup, of the last one with content, and of the two behind it. */
export const headName = "sanad-backup.json";
export const endName = "end.json";
export const manifestName = "manifest.txt";
export const macName = "mac.json";

/** Keys that may have made the MAC; `unchecked` restores a backup that has none, or whose key is lost. */
export type MacKeys = readonly MacKey[] | "unchecked";

/** A backup that was compared with its manifest, and its entries once more. */
export interface VerifiedBackup {
  /** Every entry with content. Reading it to its end throws CannotRestore when it changed since. */
  entries(): AsyncGenerator<Entry>;
  close(): Promise<void>;
}

/**
 * Reads a whole backup and compares every entry with the manifest, and the manifest with its MAC, without writing
 * anything elsewhere than a temporary list. Throws CannotRestore, which names the entry.
 */
export async function verifyBackup(file: string, keys: MacKeys): Promise<VerifiedBackup> {
  const folder = await mkdtemp(path.join(tmpdir(), "sanad-backup-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const found = await listEntries(file, folder, keys === "unchecked" ? [] : keys);
    if (keys !== "unchecked") assertMac(found, keys);
    const difference = found.hasManifest && (await findDifference(found.entriesFile, found.manifestFile));
    if (difference) throw new CannotRestore(`The backup was changed: ${difference}.`);
    return { entries: () => readAgain(file, found.entriesFile), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Found {
  entriesFile: string;
  manifestFile: string;
  hasManifest: boolean;
  mac: Mac | undefined;
  macs: { key: MacKey; mac: Buffer }[];
}

async function listEntries(file: string, folder: string, keys: readonly MacKey[]): Promise<Found> {
  const entries = await LineFile.create(path.join(folder, "entries"));
  const manifest = await LineFile.create(path.join(folder, "manifest"));
  const hashing = keys.map((key) => ({ key, hmac: startMac(key) }));
  let [hasManifest, isComplete] = [false, false];
  let mac: Mac | undefined;
  try {
    for await (const entry of readEntries(file)) {
      if (entry.name === manifestName && !hasManifest) {
        hasManifest = true;
        await copyLines(entry, manifest, hashing);
      } else if (entry.name === macName && hasManifest && !mac) mac = parseMac(await readText(entry));
      else if (hasManifest) throw new CannotRestore(`The backup was changed: ${printable(entry.name)} was added.`);
      else {
        await entries.add(await toEntryLine(entry));
        isComplete = entry.name === endName;
      }
    }
  } finally {
    await Promise.all([entries.end(), manifest.end()]);
  }
  if (!isComplete && !hasManifest) throw new CannotRestore("The backup is incomplete: its end is cut off.");
  const macs = hashing.map(({ key, hmac }) => ({ key, mac: hmac.digest() }));
  return { entriesFile: entries.path, manifestFile: manifest.path, hasManifest, mac, macs };
}

function assertMac({ hasManifest, mac, macs }: Found, keys: readonly MacKey[]): void {
  if (!hasManifest && !mac)
    throw new CannotRestore(
      "The backup has no MAC: an earlier release made it, or the MAC was removed. --without-mac restores it unchecked.",
    );
  if (!mac) throw new CannotRestore(`The backup was changed: ${macName} is missing.`);
  if (!keys.some(({ id }) => id === mac.key))
    throw new CannotRestore(
      "The backup was made with another SEAL_SECRET: set it to that of the installation that made the backup. --without-mac restores it without proof that it is unchanged.",
    );
  if (!macs.some((made) => made.key.id === mac.key && isSameMac(made.mac, mac.mac)))
    throw new CannotRestore(`The backup was changed: ${manifestName} does not fit its MAC.`);
}

/** The entries of a backup, to the end of the file. Throws CannotRestore, which states the place of the damage. */
async function* readEntries(file: string): AsyncGenerator<Entry> {
  const { unpacked, closed } = unpack(file);
  let place = "at its start";
  const explain = (error: unknown): unknown =>
    error instanceof CannotRestore || (error as NodeJS.ErrnoException).code === "ENOENT"
      ? error
      : new CannotRestore(`The backup is damaged or cut ${place}: ${(error as Error).message}.`, { cause: error });
  const guard = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (error) {
      throw explain(error);
    }
  };
  try {
    for await (const entry of readTar(unpacked)) {
      place = `in ${printable(entry.name)}`;
      yield { ...entry, bytes: guard(entry.bytes) };
      place = `after ${printable(entry.name)}`;
    }
    await closed;
    // Zeros behind the end of a gzip stream are ignored by every reader, so they would be an unseen addition.
    if (unpacked.bytesWritten < (await stat(file)).size)
      throw new CannotRestore("The backup was changed: something was added behind its end.");
  } catch (error) {
    throw explain(error);
  }
}

/** `closed` rejects for a fault that comes after the last byte: bytes behind the end of the gzip stream. */
function unpack(file: string): { unpacked: Gunzip; closed: Promise<void> } {
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  // `pipe` does not forward errors of its source.
  packed.on("error", (error) => unpacked.destroy(error));
  const closed = new Promise<void>((resolve, reject) => {
    unpacked.once("error", reject);
    unpacked.once("close", resolve);
  });
  // A fault before the end is thrown where the bytes are read.
  closed.catch(() => undefined);
  packed.pipe(unpacked);
  return { unpacked, closed };
}

async function* readAgain(file: string, entriesFile: string): AsyncGenerator<Entry> {
  const lines = readLines(entriesFile);
  for await (const entry of readEntries(file)) {
    if (entry.name === manifestName || entry.name === macName) {
      for await (const part of entry.bytes) void part;
      continue;
    }
    const bytes = new HashedBytes(entry.bytes);
    yield { ...entry, bytes };
    const expected = await lines.next();
    if (expected.done || `${expected.value}\n` !== toLine({ ...entry, sha256: bytes.sha256() }))
      throw new CannotRestore(`The backup was changed while it was restored: ${printable(entry.name)}.`);
  }
  const left = await lines.next();
  if (!left.done)
    throw new CannotRestore(`The backup was changed while it was restored: ${toName(left.value)} is missing.`);
}

async function toEntryLine(entry: Entry): Promise<string> {
  const bytes = new HashedBytes(entry.bytes);
  for await (const part of bytes) void part;
  return toLine({ ...entry, sha256: bytes.sha256() });
}

async function copyLines({ bytes }: Entry, to: LineFile, hashing: readonly { hmac: Hmac }[]): Promise<void> {
  for await (const part of bytes) {
    for (const { hmac } of hashing) hmac.update(part);
    await to.add(part);
  }
}

/** Larger than any MAC: a changed backup must not fill the memory. */
const maxMacBytes = 1000;

function parseMac(text: string): Mac {
  try {
    const { version, key, mac } = JSON.parse(text) as Partial<Mac>;
    if (version === 1 && typeof key === "string" && typeof mac === "string") return { version, key, mac };
  } catch {
    // Reported below.
  }
  throw new CannotRestore(`The backup was changed: ${macName} was changed.`);
}

/** The text of a small entry. */
async function readText({ name, sizeBytes, bytes }: Entry): Promise<string> {
  if (sizeBytes > maxMacBytes) throw new CannotRestore(`The backup was changed: ${name} was changed.`);
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
