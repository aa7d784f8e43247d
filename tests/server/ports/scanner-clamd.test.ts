import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClamd } from "#server/ports/scanner-clamd.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { noClamd, startRealClamd, startStandInClamd, type Clamd, type Behaviour, type StandInClamd } from "./clamd.ts";
import { scaleByLoad } from "../../support/busy-machine.ts";

const clean = randomBytes(300_000);
const infected = Buffer.concat([clean, Buffer.from(eicar), clean]);
const silenceMs = 10_000;

describe("a stand-in for clamd", () => {
  let clamd: StandInClamd;
  beforeAll(async () => (clamd = await startStandInClamd()));
  afterAll(() => clamd.close());
  beforeEach(() => (clamd.behaviour = { as: "scanner" }));
  const scan = (bytes: Buffer) => createClamd(clamd.url, silenceMs).scan(Readable.from([bytes]));

  test("gets every byte, and its finding is the verdict", async () => {
    expect(await scan(clean)).toEqual({ infected: false });
    expect(clamd.scanned.at(-1)?.equals(clean)).toBe(true);
    expect(await scan(infected)).toEqual({ infected: true, signature: "Eicar-Test-Signature" });
  });

  test("scans an empty file", async () => {
    expect(await createClamd(clamd.url).scan(Readable.from([]))).toEqual({ infected: false });
  });

  test.each<[string, Behaviour, string, RegExp]>([
    ["an ERROR", { as: "replying", reply: "stream: Can't allocate memory ERROR" }, "file", /Can't allocate memory/],
    ["an unknown reply", { as: "replying", reply: "550 OK" }, "file", /550 OK/],
    ["OK for another file", { as: "replying", reply: "fd[7]: OK" }, "file", /fd\[7\]: OK/],
    ["OK and a finding", { as: "replying", reply: "stream: OK\nstream: X FOUND" }, "file", /OK stream/],
    ["an empty reply", { as: "replying", reply: "" }, "file", /no verdict/],
    ["a reply without end", { as: "endless" }, "scanner", /does not end/],
    ["a connection closed after the file", { as: "closing", afterBytes: 0 }, "scanner", /closed|ECONNRESET|EPIPE/],
    [
      "a connection closed within the file",
      { as: "closing", afterBytes: 100_000 },
      "scanner",
      /closed|ECONNRESET|EPIPE/,
    ],
    ["no reply", { as: "hanging" }, "scanner", /no data for 300 ms/],
  ])("gives no verdict for %s", async (_name, behaviour, about, reason) => {
    clamd.behaviour = behaviour;
    const bytes = Readable.from(Array.from({ length: 20 }, () => randomBytes(20_000)));
    const waitMs = behaviour.as === "hanging" ? 300 : silenceMs;
    await expect(createClamd(clamd.url, waitMs).scan(bytes)).rejects.toMatchObject({
      about,
      message: expect.stringMatching(reason),
    });
    expect(bytes.destroyed).toBe(true);
  });

  test("gives no verdict for a file over its limit, while the rest is still being sent", async () => {
    clamd.behaviour = { as: "limited", maxBytes: 50_000 };
    const bytes = new PassThrough();
    bytes.write(randomBytes(60_000));
    await expect(createClamd(clamd.url, silenceMs).scan(bytes)).rejects.toMatchObject({
      about: "file",
      message: expect.stringContaining("INSTREAM size limit exceeded"),
    });
  });

  test("gives a verdict when it answers at the last byte, however slowly it closes", async () => {
    const file = createReadStream(fileURLToPath(import.meta.url));
    const close = file._destroy.bind(file);
    file._destroy = (error, done) => void setTimeout(() => close(error, done), 200);
    expect(await createClamd(clamd.url, silenceMs).scan(file)).toEqual({ infected: false });
  });

  test("gives no verdict when it answers OK before it has everything", async () => {
    clamd.behaviour = { as: "hasty" };
    const bytes = new PassThrough();
    bytes.write(randomBytes(60_000));
    await expect(createClamd(clamd.url, silenceMs).scan(bytes)).rejects.toMatchObject({ about: "file" });
  });

  test("gets no end of file when the source breaks off", async () => {
    const early = await startStandInClamd();
    early.behaviour = { as: "replying", reply: "stream: OK" };
    const bytes = new PassThrough();
    const scanned = createClamd(early.url, silenceMs).scan(bytes);
    bytes.write(randomBytes(1000));
    bytes.destroy(new Error("the storage broke off"));
    await expect(scanned).rejects.toMatchObject({ about: "scanner" });
    expect(early.scanned).toEqual([]);
    await early.close();
  });

  test("gives no verdict when it is down, or when the caller aborts", async () => {
    const away = await startStandInClamd();
    await away.close();
    await expect(createClamd(away.url).scan(Readable.from([clean]))).rejects.toMatchObject({ about: "scanner" });
    clamd.behaviour = { as: "hanging" };
    const began = Date.now();
    const scanned = createClamd(clamd.url, 60_000).scan(Readable.from([clean]), AbortSignal.timeout(200));
    await expect(scanned).rejects.toMatchObject({ about: "scanner" });
    expect(Date.now() - began).toBeLessThan(scaleByLoad(5000));
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

  test("gives no verdict for a file over its limit", async () => {
    await expect(scan(randomBytes(maxBytes + 1))).rejects.toThrow("The scanner gave no verdict");
  });
});
