import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClamd } from "#server/ports/scanner-clamd.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { noClamd, startRealClamd, startStandInClamd, type Clamd, type Mood, type StandInClamd } from "./clamd.ts";
import { withinMs } from "../../busy-machine.ts";

const clean = randomBytes(300_000);
const infected = Buffer.concat([clean, Buffer.from(eicar), clean]);
const silenceMs = 10_000;

describe("a scanner that speaks as clamd is documented", () => {
  let clamd: StandInClamd;
  beforeAll(async () => (clamd = await startStandInClamd()));
  afterAll(() => clamd.close());
  beforeEach(() => (clamd.mood = { as: "scanner" }));
  const scan = (bytes: Buffer) => createClamd(clamd.url, silenceMs).scan(Readable.from([bytes]));

  test("gets every byte, and says what it found", async () => {
    expect(await scan(clean)).toEqual({ infected: false });
    expect(clamd.scanned.at(-1)?.equals(clean)).toBe(true);
    expect(await scan(infected)).toEqual({ infected: true, signature: "Eicar-Test-Signature" });
  });

  test("an empty file is a file", async () => {
    expect(await createClamd(clamd.url).scan(Readable.from([]))).toEqual({ infected: false });
  });

  test.each<[string, Mood, string, RegExp]>([
    ["says ERROR", { as: "saying", reply: "stream: Can't allocate memory ERROR" }, "file", /Can't allocate memory/],
    ["says something else", { as: "saying", reply: "550 OK" }, "file", /550 OK/],
    ["says OK of another file", { as: "saying", reply: "fd[7]: OK" }, "file", /fd\[7\]: OK/],
    ["says that it is clean, and more", { as: "saying", reply: "stream: OK\nstream: X FOUND" }, "file", /OK stream/],
    ["says nothing but the end", { as: "saying", reply: "" }, "file", /no verdict/],
    ["never ends its reply", { as: "babbling" }, "scanner", /does not end/],
    ["closes when all was sent", { as: "closing", afterBytes: 0 }, "scanner", /closed|ECONNRESET|EPIPE/],
    ["closes in the middle", { as: "closing", afterBytes: 100_000 }, "scanner", /closed|ECONNRESET|EPIPE/],
    ["hangs", { as: "hanging" }, "scanner", /nothing was said for 300 ms/],
  ])("that %s gives no verdict", async (_name, mood, about, reason) => {
    clamd.mood = mood;
    const bytes = Readable.from(Array.from({ length: 20 }, () => randomBytes(20_000)));
    const patienceMs = mood.as === "hanging" ? 300 : silenceMs;
    await expect(createClamd(clamd.url, patienceMs).scan(bytes)).rejects.toMatchObject({
      about,
      message: expect.stringMatching(reason),
    });
    expect(bytes.destroyed).toBe(true);
  });

  test("a file beyond its limit is not judged, while the rest of it is still being sent", async () => {
    clamd.mood = { as: "limited", maxBytes: 50_000 };
    const bytes = new PassThrough();
    bytes.write(randomBytes(60_000));
    await expect(createClamd(clamd.url, silenceMs).scan(bytes)).rejects.toMatchObject({
      about: "file",
      message: expect.stringContaining("INSTREAM size limit exceeded"),
    });
  });

  test("that answers as the last byte arrives has judged the file, however long it takes to close it", async () => {
    const file = createReadStream(fileURLToPath(import.meta.url));
    const close = file._destroy.bind(file);
    file._destroy = (error, done) => void setTimeout(() => close(error, done), 200);
    expect(await createClamd(clamd.url, silenceMs).scan(file)).toEqual({ infected: false });
  });

  test("that says OK before it has everything gives no verdict", async () => {
    clamd.mood = { as: "hasty" };
    const bytes = new PassThrough();
    bytes.write(randomBytes(60_000));
    await expect(createClamd(clamd.url, silenceMs).scan(bytes)).rejects.toMatchObject({ about: "file" });
  });

  test("is not told that a file has ended when it breaks off on our side", async () => {
    const early = await startStandInClamd();
    early.mood = { as: "saying", reply: "stream: OK" };
    const bytes = new PassThrough();
    const asked = createClamd(early.url, silenceMs).scan(bytes);
    bytes.write(randomBytes(1000));
    bytes.destroy(new Error("the storage broke off"));
    await expect(asked).rejects.toMatchObject({ about: "scanner" });
    expect(early.scanned).toEqual([]);
    await early.close();
  });

  test("that is not there, and a caller who waits no longer, get no verdict", async () => {
    const away = await startStandInClamd();
    await away.close();
    await expect(createClamd(away.url).scan(Readable.from([clean]))).rejects.toMatchObject({ about: "scanner" });
    clamd.mood = { as: "hanging" };
    const began = Date.now();
    const asked = createClamd(clamd.url, 60_000).scan(Readable.from([clean]), AbortSignal.timeout(200));
    await expect(asked).rejects.toMatchObject({ about: "scanner" });
    expect(Date.now() - began).toBeLessThan(withinMs(5000));
  });
});

describe.skipIf(noClamd)(`a real clamd${noClamd ? `: left out, ${noClamd}` : ""}`, () => {
  let clamd: Clamd;
  const maxBytes = 1024 * 1024;
  beforeAll(async () => (clamd = await startRealClamd(4761, maxBytes)));
  afterAll(() => clamd?.close());
  const scan = (bytes: Buffer) => createClamd(clamd.url).scan(Readable.from([bytes]));

  test("finds the test file and nothing else", async () => {
    expect(await scan(Buffer.from(eicar))).toEqual({ infected: true, signature: "Sanad.TestFile.UNOFFICIAL" });
    expect(await scan(infected)).toMatchObject({ infected: true });
    expect(await scan(clean)).toEqual({ infected: false });
  });

  test("does not judge what exceeds its limit", async () => {
    await expect(scan(randomBytes(maxBytes + 1))).rejects.toThrow("The scanner gave no verdict");
  });
});
