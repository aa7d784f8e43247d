import { createHash, randomBytes } from "node:crypto";
import dns from "node:dns";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { loadSettings, type S3Settings } from "#server/platform/settings.ts";
import { createFolderStorage } from "#server/ports/storage-folder.ts";
import { createS3Storage } from "#server/ports/storage-s3.ts";
import type { FileToStore, StoragePort } from "#server/ports/storage.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { startStandInS3, type StandInS3, type Failure } from "./s3.ts";

const folder = makeTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file on the disk, as uploads leave it. */
function makeFile(bytes = randomBytes(200_000)): FileToStore & { bytes: Buffer } {
  const file = path.join(folder, newId());
  writeFileSync(file, bytes);
  return { path: file, bytes, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
const read = async (storage: StoragePort, id: string) => {
  const found = await storage.open(id);
  return found && { sizeBytes: found.sizeBytes, bytes: await buffer(found.bytes) };
};
async function list(storage: StoragePort): Promise<{ id: string; storedAt: Date }[]> {
  const all: { id: string; storedAt: Date }[] = [];
  for await (const page of storage.list()) all.push(...page);
  return all;
}
const listIds = async (storage: StoragePort) => (await list(storage)).map(({ id }) => id);

let s3: StandInS3;
let hosted: StandInS3;
beforeAll(async () => {
  // Not every system resolves names below localhost to this machine.
  const { lookup } = dns;
  vi.spyOn(dns, "lookup").mockImplementation(((name: string, ...rest: unknown[]) =>
    (lookup as (...args: unknown[]) => void)(name.replace(/^papers\./, ""), ...rest)) as typeof lookup);
  s3 = await startStandInS3();
  hosted = await startStandInS3({ pathStyle: false });
});
afterAll(async () => {
  await s3.close();
  await hosted.close();
});

/** A real store, if the environment names one (README of tests). */
const real: S3Settings | undefined = loadSettings(process.env, () => ({})).s3;
const storages: [string, () => StoragePort][] = [
  ["a folder", () => createFolderStorage(path.join(folder, "stored"))],
  ["S3 with the bucket in the path", () => createS3Storage(s3.settings)],
  ["S3 with the bucket before the host", () => createS3Storage(hosted.settings)],
  ...(real ? [["the S3 that S3_ENDPOINT names", () => createS3Storage(real)] as [string, () => StoragePort]] : []),
];

describe.each(storages)("%s", (_name, create) => {
  test("stores a file, returns it byte for byte, lists it and removes it", async () => {
    const storage = create();
    const [first, second] = [newId(), newId()];
    const file = makeFile();
    const larger = makeFile(randomBytes(8 * 1024 * 1024));
    // The age of the bytes does not matter.
    utimesSync(file.path, 1, 1);
    await storage.put(first, file);
    await storage.put(second, larger);
    // The source stays: the caller removes it once the file has a row.
    expect([existsSync(file.path), existsSync(larger.path)]).toEqual([true, true]);
    await storage.put(first, file);
    expect(await storage.findSize(first)).toBe(file.sizeBytes);
    expect(await read(storage, first)).toEqual({ sizeBytes: file.sizeBytes, bytes: file.bytes });
    expect((await read(storage, second))?.bytes.equals(larger.bytes)).toBe(true);
    const listed = (await list(storage)).find(({ id }) => id === first);
    expect(Math.abs(Date.now() - listed!.storedAt.getTime())).toBeLessThan(60_000);
    await storage.remove(first);
    await storage.remove(first);
    expect(await storage.open(first)).toBeUndefined();
    expect(await storage.findSize(first)).toBeUndefined();
    expect(await listIds(storage)).toContain(second);
    await storage.remove(second);
    expect(await listIds(storage)).not.toContain(second);
  });
});

test("copies the bytes on a volume without hard links, and leaves nothing on a full disk", async () => {
  const place = path.join(folder, "copied");
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const file = makeFile();
  const id = newId();
  await expect(createFolderStorage(place, refuse("ENOSPC")).put(id, file)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(place)).toEqual([]);
  const copying = createFolderStorage(place, refuse("ENOTSUP"));
  await copying.put(id, file);
  await copying.put(id, file);
  rmSync(file.path);
  expect((await read(copying, id))?.bytes.equals(file.bytes)).toBe(true);
  expect(readdirSync(place)).toEqual([id]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".copy"))).toEqual([]);
});

test("lists more than one page, each file once, and only its own", async () => {
  const ids = Array.from({ length: 1201 }, newId);
  const place = path.join(folder, "many");
  mkdirSync(place);
  for (const id of ids) {
    s3.objects.set(`files/${id}`, { bytes: Buffer.alloc(1), storedAt: new Date() });
    writeFileSync(path.join(place, id), "x");
  }
  for (const key of ["other/thing", "files/not one of ours"])
    s3.objects.set(key, { bytes: Buffer.alloc(1), storedAt: new Date() });
  for (const storage of [createS3Storage(s3.settings), createFolderStorage(place)])
    expect((await listIds(storage)).sort()).toEqual(ids.sort());
  s3.objects.clear();
});

describe("S3 with failures", () => {
  const waitMs = 500;
  let storage: StoragePort;
  let id: string;
  const stored = makeFile(randomBytes(3_000_000));
  beforeEach(async () => {
    s3.failure = undefined;
    storage = createS3Storage(s3.settings, waitMs);
    id = newId();
    s3.objects.set(`files/${id}`, { bytes: stored.bytes, storedAt: new Date() });
    s3.requests.length = 0;
  });

  test.each<[string, Failure]>([
    ["asks to slow down", { as: "error", status: 503, code: "SlowDown", times: 2 }],
    ["breaks off within a body", { as: "cut", afterBytes: 100_000, times: 2 }],
    ["never answers", { as: "silent", times: 1 }],
    ["has an internal error", { as: "error", status: 500, code: "InternalError", times: 1 }],
  ])("stores a complete file once when S3 %s for a while", async (_name, failure) => {
    const file = makeFile();
    s3.failure = { ...failure, method: "PUT" };
    const fresh = newId();
    await storage.put(fresh, file);
    expect(s3.objects.get(`files/${fresh}`)?.bytes.equals(file.bytes)).toBe(true);
    expect(existsSync(file.path)).toBe(true);
  });

  test.each<[string, Failure, number]>([
    ["asks to slow down", { as: "error", status: 503, code: "SlowDown" }, 3],
    ["breaks off within a body", { as: "cut", afterBytes: 100_000 }, 3],
    ["never answers", { as: "silent" }, 3],
    ["finds the content corrupt", { as: "corrupt" }, 1],
    ["does not know the key", { as: "error", status: 403, code: "InvalidAccessKeyId" }, 1],
  ])("stores nothing and keeps the file on disk when S3 always %s", async (_name, failure, calls) => {
    const file = makeFile();
    s3.failure = failure;
    const fresh = newId();
    await expect(storage.put(fresh, file)).rejects.toMatchObject({ kind: "unavailable" });
    expect(s3.objects.has(`files/${fresh}`)).toBe(false);
    expect(existsSync(file.path)).toBe(true);
    expect(s3.requests).toHaveLength(calls);
  });

  test("fails for a body that breaks off", async () => {
    s3.failure = { as: "cut", afterBytes: 1_000_000, method: "GET" };
    await expect(read(storage, id)).rejects.toThrow("aborted");
  });

  test("fails for a stalled body, and reads a slow one to its end", async () => {
    s3.failure = { as: "slow", pauseMs: 200, method: "GET" };
    expect((await read(storage, id))?.bytes.equals(stored.bytes)).toBe(true);
    s3.failure = { as: "slow", pauseMs: 3000, method: "GET" };
    await expect(read(storage, id)).rejects.toThrow("Nothing moved");
  });

  test("does not cut off a slow reader", async () => {
    const found = await storage.open(id);
    await new Promise((resolve) => setTimeout(resolve, waitMs * 3));
    expect((await buffer(found!.bytes)).equals(stored.bytes)).toBe(true);
  });

  test("reports a wrong secret, bucket or region without naming either", async () => {
    for (const wrong of [{ secret: "another" }, { bucket: "another" }, { region: "eu-west-1" }]) {
      const other = createS3Storage({ ...s3.settings, ...wrong }, waitMs);
      const refused = await other.put(newId(), makeFile()).catch((error: Error) => error);
      expect(refused).toMatchObject({ kind: "unavailable" });
      expect(String((refused as Error).cause)).not.toContain(s3.settings.secret);
    }
    await expect(listIds(createS3Storage({ ...s3.settings, bucket: "another" }))).rejects.toMatchObject({
      kind: "unavailable",
    });
  });

  test("is unavailable for every call when it is down", async () => {
    const away = createS3Storage({ ...s3.settings, endpoint: "http://127.0.0.1:4779" }, waitMs);
    const asks = [() => away.open(id), () => away.findSize(id), () => away.remove(id), () => listIds(away)];
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ kind: "unavailable" });
  });
});
