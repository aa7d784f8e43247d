import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deriveMacKey } from "#server/cli/backup-file/mac.ts";
import { listMacKeys, makeMacKey } from "#server/cli/backup-file/mac-keys.ts";
import { readTar, tarEnd, toHeader, toPadding } from "#server/cli/backup-file/tar.ts";
import { verifyBackup } from "#server/cli/backup-file/verify.ts";
import { writeBackup, type Installation } from "#server/cli/backup-file/write.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { macKey, restoreBackup } from "./mac-key.ts";

const folder = makeTemporaryFolder();
const file = path.join(folder, "backup");
let app: TestApp;
/** Empty, and still empty after every refusal. */
let target: TestApp;
let entries: Entry[];

interface Entry {
  name: string;
  bytes: Buffer;
}

const toInstallation = ({ services, settings }: TestApp): Installation => ({
  db: services.db,
  storage: services.ports.storage,
  dataDir: settings.dataDir,
});

beforeAll(async () => {
  app = await startTestApp();
  await app.services.pool.query(
    "insert into candidates (id, mobile, display_name, created_at) values ('c', '+919000000001', 'Asha', now())",
  );
  await app.signIn("+919000000002");
  for (const id of ["file-a", "file-b", "file-c"]) {
    const bytes = Buffer.from(`the bytes of ${id} `.repeat(500));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(path.join(folder, id), bytes);
    await app.services.ports.storage.put(id, { path: path.join(folder, id), sizeBytes: bytes.length, sha256 });
    await app.services.pool.query(
      "insert into files (id, candidate_id, file_name, content_type, size_bytes, sha256, created_at) values ($1, 'c', 'a.pdf', 'application/pdf', $2, $3, now())",
      [id, bytes.length, sha256],
    );
  }
  await writeBackup(toInstallation(app), file, macKey);
  entries = await readEntries(file);
  target = await startTestApp();
});
afterAll(async () => {
  await app?.close();
  await target?.close();
});

async function readEntries(from: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const { name, bytes } of readTar(Readable.from([gunzipSync(readFileSync(from))]))) {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    found.push({ name, bytes: Buffer.concat(parts) });
  }
  return found;
}

const toTar = (list: readonly Entry[]) =>
  Buffer.concat([
    ...list.flatMap(({ name, bytes }) => [toHeader(name, bytes.length, new Date(0)), bytes, toPadding(bytes.length)]),
    tarEnd,
  ]);
const write = (name: string, bytes: Buffer) => {
  writeFileSync(path.join(folder, name), bytes);
  return path.join(folder, name);
};
const writeEntries = (name: string, list: readonly Entry[]) => write(name, gzipSync(toTar(list)));
const flip = (bytes: Buffer, place: number) => {
  const flipped = Buffer.from(bytes);
  flipped[place]! ^= 1;
  return flipped;
};
const changed = (name: string, change: (bytes: Buffer) => Buffer) =>
  entries.map((entry) => (entry.name === name ? { name, bytes: change(entry.bytes) } : entry));
/** The same list of entries as a manifest that fits them, without the key. */
const toManifest = (list: readonly Entry[]) =>
  list.map((entry) =>
    entry.name === "manifest.txt"
      ? {
          name: entry.name,
          bytes: Buffer.from(
            list
              .filter(({ name }) => name !== "manifest.txt" && name !== "mac.json")
              .map(({ name, bytes }) => `${createHash("sha256").update(bytes).digest("hex")} ${bytes.length} ${name}\n`)
              .join(""),
          ),
        }
      : entry,
  );

async function assertEmpty(): Promise<void> {
  const { rows } = await target.services.pool.query("select count(*)::int as n from candidates");
  expect(rows).toEqual([{ n: 0 }]);
  expect(existsSync(path.join(target.settings.dataDir, "files"))).toBe(false);
}

const extra = { name: "files/file-x", bytes: Buffer.from("x") };
const without = (...names: string[]) => entries.filter(({ name }) => !names.includes(name));
const cases: [string, () => string, string | RegExp][] = [
  [
    "a byte of a file is flipped",
    () =>
      writeEntries(
        "1",
        changed("files/file-b", (b) => flip(b, 7)),
      ),
    "The backup was changed: files/file-b was changed.",
  ],
  [
    "a byte of the database is flipped",
    () =>
      writeEntries(
        "2",
        changed("tables/candidates/000001.ndjson", (b) => flip(b, 9)),
      ),
    "The backup was changed: tables/candidates/000001.ndjson was changed.",
  ],
  [
    "a file is longer",
    () =>
      writeEntries(
        "3",
        changed("files/file-c", (b) => Buffer.concat([b, b])),
      ),
    "The backup was changed: files/file-c was changed.",
  ],
  [
    "a file is added",
    () =>
      writeEntries(
        "4",
        entries.toSpliced(
          entries.findIndex(({ name }) => name === "files/file-c"),
          0,
          extra,
        ),
      ),
    "The backup was changed: files/file-x was added.",
  ],
  [
    "a file is added behind the manifest",
    () => writeEntries("5", [...entries, extra]),
    "The backup was changed: files/file-x was added.",
  ],
  [
    "a file is there twice",
    () =>
      writeEntries(
        "6",
        entries.flatMap((entry) => (entry.name === "files/file-a" ? [entry, entry] : [entry])),
      ),
    "The backup was changed: files/file-a was added.",
  ],
  [
    "a file is removed",
    () => writeEntries("7", without("files/file-b")),
    "The backup was changed: files/file-b is missing.",
  ],
  [
    "the rows of a table are removed",
    () => writeEntries("8", without("tables/files/000001.ndjson")),
    "The backup was changed: tables/files/000001.ndjson is missing.",
  ],
  [
    "the manifest is replaced by one that fits",
    () => writeEntries("9", toManifest(changed("files/file-b", (b) => flip(b, 7)))),
    "The backup was changed: manifest.txt does not fit its MAC.",
  ],
  ["the MAC is removed", () => writeEntries("10", without("mac.json")), "The backup was changed: mac.json is missing."],
  [
    "manifest and MAC are removed",
    () => writeEntries("11", without("mac.json", "manifest.txt")),
    "The backup has no MAC: an earlier release made it, or the MAC was removed. --without-mac restores it unchecked.",
  ],
  [
    "it is cut",
    () => write("12", readFileSync(file).subarray(0, -100)),
    /^The backup is damaged or cut (in|after) [\w./-]+: unexpected end of file\.$/,
  ],
  [
    "it is cut between two entries",
    () => write("13", gzipSync(toTar(entries).subarray(0, toTar(entries.slice(0, 3)).length - 1024))),
    /^The backup is damaged or cut after tables\/[\w./-]+: the archive is incomplete\.$/,
  ],
  [
    "the header of an entry is changed",
    () => write("14", gzipSync(flip(toTar(entries), toTar(entries.slice(0, 2)).length - 1024 + 3))),
    /^The backup is damaged or cut after tables\/[\w./-]+: the header of an entry is damaged\.$/,
  ],
  [
    "something follows its end",
    () => write("15", Buffer.concat([readFileSync(file), Buffer.from("more")])),
    /^The backup is damaged or cut (in|after) [\w./-]+: incorrect header check\.$/,
  ],
  [
    "zeros follow its end",
    () => write("16", Buffer.concat([readFileSync(file), Buffer.alloc(3)])),
    "The backup was changed: something was added behind its end.",
  ],
];

test.each(cases)("refuses a backup and writes nothing when %s", async (_case, make, reason) => {
  const refused = restoreBackup(toInstallation(target), make());
  await expect(refused).rejects.toThrow(typeof reason === "string" ? new Error(reason) : reason);
  await assertEmpty();
});

test("refuses a byte that is flipped anywhere in the file", async () => {
  const bytes = readFileSync(file);
  for (let n = 0; n < 40; n += 1) {
    // The time in the header of gzip, its name of the system and its level are no content.
    const place = n === 0 ? 12 : Math.floor((bytes.length - 1) * (n / 39));
    const backup = verifyBackup(write("flipped", flip(bytes, place)), [macKey]);
    await expect(backup, `byte ${place}`).rejects.toThrow(/^The backup (is damaged or cut|was changed)/);
  }
});

test("refuses a backup of another secret, and names the setting that it needs", async () => {
  const others = [deriveMacKey("another".padEnd(32, "x"))];
  await expect(restoreBackup(toInstallation(target), file, others)).rejects.toThrow(
    /^The backup was made with another SEAL_SECRET: set it to that/,
  );
  await expect(restoreBackup(toInstallation(target), file, [])).rejects.toThrow("another SEAL_SECRET");
  const claimed = changed("mac.json", (b) => Buffer.from(b.toString().replace(macKey.id, others[0]!.id)));
  await expect(verifyBackup(writeEntries("claimed", claimed), others)).rejects.toThrow("does not fit its MAC");
  await assertEmpty();
});

test("compares every entry without a MAC too", async () => {
  const place = writeEntries(
    "unchecked",
    changed("files/file-b", (b) => flip(b, 7)),
  );
  await expect(verifyBackup(place, "unchecked")).rejects.toThrow("files/file-b was changed");
});

test("refuses a backup that changes between its check and its restore", async () => {
  const place = write("swapped", readFileSync(file));
  const backup = await verifyBackup(place, [macKey]);
  writeEntries("swapped", toManifest(changed("files/file-b", (b) => flip(b, 7))));
  const read = async () => {
    for await (const { bytes } of backup.entries()) for await (const part of bytes) void part;
  };
  await expect(read()).rejects.toThrow("The backup was changed while it was restored: files/file-b.");
  await backup.close();
});

test("accepts each key of a list, and makes one for a sandbox", async () => {
  const first = deriveMacKey("another".padEnd(32, "x"));
  await (await verifyBackup(file, [first, macKey])).close();
  const secrets = { SEAL_SECRET: ["new".padEnd(32, "x"), "old".padEnd(32, "x")] };
  const { db } = app.services;
  expect(await makeMacKey({ secrets, sandbox: false }, db)).toEqual({ key: deriveMacKey(secrets.SEAL_SECRET[0]!) });
  expect(await listMacKeys({ secrets, sandbox: false }, undefined)).toEqual(secrets.SEAL_SECRET.map(deriveMacKey));
  const made = await makeMacKey({ secrets: {}, sandbox: true }, db);
  expect(made.key).toEqual(deriveMacKey(made.madeSecret!));
  expect(await listMacKeys({ secrets: {}, sandbox: true }, db)).toEqual([made.key]);
  expect(await listMacKeys({ secrets: {}, sandbox: true }, undefined)).toEqual([]);
});

test("restores a backup of an earlier release when that is asked for", async () => {
  const old = without("mac.json", "manifest.txt").map((entry) =>
    entry.name === "sanad-backup.json"
      ? { ...entry, bytes: Buffer.from(entry.bytes.toString().replace('"format":2', '"format":1')) }
      : entry,
  );
  const cut = writeEntries("old-cut", old.slice(0, -1));
  await expect(restoreBackup(toInstallation(target), cut, "unchecked")).rejects.toThrow("its end is cut off");
  await assertEmpty();
  const { files } = await restoreBackup(toInstallation(target), writeEntries("old", old), "unchecked");
  expect(files).toBe(3);
});
