import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { files } from "#server/platform/store/tables/files.ts";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { noClamd, startRealClamd, startStandInClamd, type StandInClamd } from "../ports/clamd.ts";
import { begin, tenth, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";
import { scaleByLoad } from "../../support/busy-machine.ts";

const utility = "/utility/api/1.0";
const waitingWords = "This file is still being checked for viruses. You can go on and try again in a moment.";
const virusWords = "The file was marked by the virus check and cannot be accepted.";

let config: ConfigReader;
let clean: Buffer;
let infected: Buffer;
let clamd: StandInClamd;
let app: TestApp;
let base: string;
let asha: TestCandidate;
/** The files on the disk when the test began. */
let before: ReadonlySet<string>;

beforeAll(async () => {
  await buildDetectWorker();
  config = await definitionsConfig();
  clean = await makePdf();
  infected = Buffer.concat([await makePdf(["Another paper"]), Buffer.from(`\n%${eicar}`)]);
  clamd = await startStandInClamd();
  app = await startTestApp({ config, settings: { clamdUrl: clamd.url } });
  base = await app.server.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(async () => {
  clamd.behaviour = { as: "scanner" };
  await clamd.restart();
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  before = new Set();
  before = new Set(onDisk());
});
afterAll(async () => {
  await app?.close();
  await clamd?.close();
});

const upload = async (file: Buffer) => {
  const answer = await sendFile(app, `${utility}/files`, asha.token, file);
  return { status: answer.statusCode, ...answer.json<{ code: number; message: string; data: Stored }>() };
};
const detect = async (file: Buffer) =>
  (await sendFile(app, `${utility}/detect-document-issues`, asha.token, file)).json<{
    data: { state: string; reason: string | null; uploadId: string };
  }>().data;
const claim = async (uploadId: string) =>
  (await asha.call("POST", `${utility}/files`, { uploadId })).json<{ code: number; message: string; data: Stored }>();
const askScan = async (fileUrl: string) => (await asha.call("GET", `${fileUrl}/scan`)).json<{ data: Stored }>().data;
const readFile = async (fileUrl: string) => {
  const answer = await asha.call("GET", fileUrl);
  return { status: answer.statusCode, bytes: answer.rawPayload };
};
interface Stored {
  fileUrl: string;
  fileName: string;
  scan?: string;
  reason?: string;
}

/** New files in the data directory. */
const onDisk = () =>
  ["incoming", "uploads", "files"]
    .flatMap((folder) => {
      const place = path.join(app.settings.dataDir, folder);
      return existsSync(place) ? readdirSync(place).map((name) => `${folder}/${name}`) : [];
    })
    .filter((name) => !before.has(name));
/** Advances the clock by fifteen seconds and runs the jobs. */
async function later(): Promise<void> {
  await app.advance(20);
  await app.services.jobs.runDue({ all: true });
}
/** Runs the jobs until the file has a scan result. */
async function settled(fileUrl: string): Promise<void> {
  await later();
  expect((await askScan(fileUrl)).scan).not.toBe("waiting");
}

describe("with a scanner", () => {
  test("stores and serves a clean file at once", async () => {
    const { code, data } = await upload(clean);
    expect([code, data.scan]).toEqual([0, "clean"]);
    expect((await readFile(data.fileUrl)).bytes.equals(clean)).toBe(true);
    expect(clamd.scanned.some((file) => file.equals(clean))).toBe(true);
  });

  test("rejects an infected file and keeps nothing of it", async () => {
    expect(await upload(infected)).toMatchObject({ status: 415, code: 114, message: virusWords });
    const { state, reason, uploadId } = await detect(infected);
    expect([state, reason]).toEqual(["ERROR", virusWords]);
    expect(await claim(uploadId)).toMatchObject({ code: 114, message: virusWords });
    const again = await asha.call("POST", `${utility}/detect-document-issues`, { uploadId });
    expect(again.json()).toMatchObject({ data: { state: "ERROR", reason: virusWords } });
    expect(onDisk()).toEqual([]);
  });

  test("keeps nothing of an infected resumable upload, checked or not", async () => {
    for (const isLookedInto of [true, false]) {
      const uploadId = await sendResumable(infected);
      if (isLookedInto)
        expect((await asha.call("POST", `${utility}/detect-document-issues`, { uploadId })).json()).toMatchObject({
          data: { state: "ERROR", reason: virusWords },
        });
      expect(await claim(uploadId)).toMatchObject({ code: 114, message: virusWords });
      expect(await claim(uploadId)).toMatchObject({ code: 114, message: virusWords });
      expect(onDisk()).toEqual([]);
    }
  });

  test("does not scan a file again at its claim", async () => {
    const { uploadId } = await detect(clean);
    const { connections } = clamd;
    expect((await claim(uploadId)).data.scan).toBe("clean");
    expect(clamd.connections).toBe(connections);
  });

  test("does not scan a map that the server draws", async () => {
    await clamd.stop();
    const url = `${utility}/static-map?latitude=28.61&longitude=77.2&zoom=15&size=600x400`;
    const { fileUrl } = (await asha.call("POST", `${utility}/files/from-url`, { url })).json<{ data: Stored }>().data;
    expect((await readFile(fileUrl)).status).toBe(200);
  });
});

describe("while the scanner is down", () => {
  beforeEach(() => clamd.stop());

  test("serves a waiting file to no one, shows its state to the owner, and serves it after the scan", async () => {
    const { code, data } = await upload(clean);
    expect([code, data.scan]).toEqual([0, "waiting"]);
    const refused = await asha.call("GET", data.fileUrl);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 109, message: waitingWords }]);
    expect((await app.call("HEAD", data.fileUrl, { token: asha.token })).statusCode).toBe(409);
    const stranger = await app.signIn(newMobile());
    for (const url of [data.fileUrl, `${data.fileUrl}/scan`])
      expect((await app.call("GET", url, { token: stranger.accessToken })).json()).toMatchObject({ code: 104 });
    await later();
    expect(await askScan(data.fileUrl)).toEqual(data);

    await clamd.restart();
    await settled(data.fileUrl);
    expect(await askScan(data.fileUrl)).toEqual({ ...data, scan: "clean" });
    expect((await readFile(data.fileUrl)).bytes.equals(clean)).toBe(true);
  });

  test("keeps the file in a draft, and accepts the form after the scan", async () => {
    const { data } = await upload(clean);
    const draft = `/verification/web-wallet/api/1.0/transactions/bgv-tenth/draft?orgId=${asha.orgId}&txnId=${asha.txnId}`;
    const kept = await asha.call("PUT", draft, { version: 0, data: tenth(data.fileUrl) });
    expect(kept.statusCode).toBe(200);
    expect((await asha.save("bgv-tenth", tenth(data.fileUrl))).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/list/0/data/Marksheet", keyword: "file", message: waitingWords }],
    });
    await clamd.restart();
    await settled(data.fileUrl);
    expect((await asha.save("bgv-tenth", tenth(data.fileUrl))).json()).toMatchObject({ code: 0 });
  });

  test("removes a file that turns out to be infected, and shows its state to the owner", async () => {
    const { data } = await upload(infected);
    expect(data.scan).toBe("waiting");
    expect(onDisk()).toHaveLength(1);
    await clamd.restart();
    await settled(data.fileUrl);
    expect(await askScan(data.fileUrl)).toEqual({ ...data, scan: "infected", reason: virusWords });
    const refused = await asha.call("GET", data.fileUrl);
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { code: 104, message: virusWords }]);
    expect((await asha.save("bgv-tenth", tenth(data.fileUrl))).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/list/0/data/Marksheet", message: virusWords }],
    });
    expect(onDisk()).toEqual([]);
    await app.advance(31 * 86_400);
    await sweepFiles(app.services);
    await asha.signInAgain();
    expect((await asha.call("GET", `${data.fileUrl}/scan`)).json()).toMatchObject({ code: 104 });
  });

  test("lets a checked file wait at its claim", async () => {
    const { uploadId, state } = await detect(clean);
    expect(state).toBe("COMPLETED");
    expect((await claim(uploadId)).data.scan).toBe("waiting");
  });

  test("does not accept a waiting file as proof of a name", async () => {
    const { data } = await upload(clean);
    const asked = await asha.post("/transactions/name-change-request", {
      verificationName: "bgv-tenth",
      documentList: [{ label: "Deed", url: data.fileUrl }],
    });
    expect(asked.json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/documentList/0/url", message: waitingWords }],
    });
  });

  test("stores a late scan result for any server that runs the jobs", async () => {
    const { data } = await upload(clean);
    await clamd.restart();
    const { scanner, ...ports } = app.services.ports;
    app.services.ports = {
      ...ports,
      scanner: { scan: async (...asked) => (await sleep(500), scanner!.scan(...asked)) },
    };
    await settled(data.fileUrl);
    app.services.ports = { ...ports, ...(scanner && { scanner }) };
    expect((await readFile(data.fileUrl)).status).toBe(200);
  });

  test("releases waiting files without a scan result when no scanner is configured", async () => {
    const { data } = await upload(clean);
    const { scanner, ...ports } = app.services.ports;
    app.services.ports = ports;
    await app.services.jobs.runDue({ all: true });
    expect(await askScan(data.fileUrl)).not.toHaveProperty("scan");
    expect((await readFile(data.fileUrl)).status).toBe(200);
    const unscanned = await upload(infected);
    expect([unscanned.code, unscanned.data.scan]).toEqual([0, undefined]);
    expect((await readFile(unscanned.data.fileUrl)).status).toBe(200);
    app.services.ports = { ...ports, ...(scanner && { scanner }) };
  });
});

describe("files uploaded without a scanner", () => {
  test("are served, scanned once there is a scanner, and removed when infected", async () => {
    const { scanner, ...ports } = app.services.ports;
    app.services.ports = ports;
    const harmless = await upload(clean);
    const harmful = await upload(infected);
    await later();
    app.services.ports = { ...ports, ...(scanner && { scanner }) };
    await clamd.stop();
    await later();
    expect((await readFile(harmful.data.fileUrl)).status).toBe(200);
    await clamd.restart();
    await later();
    expect((await askScan(harmless.data.fileUrl)).scan).toBe("clean");
    expect((await readFile(harmless.data.fileUrl)).bytes.equals(clean)).toBe(true);
    expect(await askScan(harmful.data.fileUrl)).toMatchObject({ scan: "infected", reason: virusWords });
    expect((await readFile(harmful.data.fileUrl)).status).not.toBe(200);
    expect(onDisk()).toEqual([`files/${harmless.data.fileUrl.split("/").pop()}`]);
    // A file with a result is not scanned again.
    const scanned = clamd.scanned.length;
    await later();
    expect(clamd.scanned).toHaveLength(scanned);
  });

  test("are served and retried hours later when the scanner cannot scan them", async () => {
    const { scanner, ...ports } = app.services.ports;
    app.services.ports = ports;
    const large = await upload(await makePdf(["A long paper"], 90_000));
    const small = await upload(clean);
    app.services.ports = { ...ports, ...(scanner && { scanner }) };
    clamd.behaviour = { as: "limited", maxBytes: 70_000 };
    await later();
    expect((await askScan(small.data.fileUrl)).scan).toBe("clean");
    expect((await readFile(large.data.fileUrl)).status).toBe(200);
    const { connections } = clamd;
    await later();
    expect(clamd.connections).toBe(connections);
    clamd.behaviour = { as: "scanner" };
    await app.advance(6 * 3600);
    // The owner's session has expired by now.
    await later();
    const id = large.data.fileUrl.split("/").pop()!;
    expect((await app.services.db.select().from(files).where(eq(files.id, id)))[0]?.scan).toBe("clean");
  });
});

describe("with a scanner that returns no result", () => {
  test.each([
    ["reports ERROR", { as: "replying", reply: "stream: Can't open file ERROR" }],
    ["reports that its limit is exceeded", { as: "limited", maxBytes: 10_000 }],
    ["closes in the middle", { as: "closing", afterBytes: 10_000 }],
    ["answers something else", { as: "replying", reply: "OK" }],
    ["hangs", { as: "hanging" }],
  ] as const)(
    "keeps a file waiting when the scanner %s, until a scanner reports it clean",
    async (_name, behaviour) => {
      clamd.behaviour = behaviour;
      const began = Date.now();
      const { data } = await upload(clean);
      expect(data.scan).toBe("waiting");
      expect(Date.now() - began).toBeLessThan(scaleByLoad(10_000));
      expect((await readFile(data.fileUrl)).status).toBe(409);
      clamd.behaviour = { as: "scanner" };
      await settled(data.fileUrl);
      expect((await readFile(data.fileUrl)).status).toBe(200);
    },
  );

  test("scans other files when one file cannot be scanned", async () => {
    clamd.behaviour = { as: "limited", maxBytes: 70_000 };
    const large = await upload(await makePdf(["A long paper"], 90_000));
    await clamd.stop();
    const small = await upload(clean);
    await clamd.restart();
    await settled(small.data.fileUrl);
    expect((await askScan(large.data.fileUrl)).scan).toBe("waiting");
  });

  test("delays neither other jobs nor the shutdown when the scanner hangs", async () => {
    const ending = await startTestApp({ config, settings: { clamdUrl: clamd.url } });
    const { accessToken } = await ending.signIn(newMobile());
    clamd.behaviour = { as: "hanging" };
    const { connections } = clamd;
    expect((await sendFile(ending, `${utility}/files`, accessToken, clean)).json()).toMatchObject({ code: 0 });
    const round = ending.services.jobs.runDue({ all: true });
    await expect.poll(() => clamd.connections).toBe(connections + 2);
    const began = Date.now();
    await ending.close();
    await round;
    // The scanner may be silent for more than two minutes.
    expect(Date.now() - began).toBeLessThan(scaleByLoad(30_000));
  });
});

describe.skipIf(noClamd)(`with a real clamd${noClamd ? `: left out, ${noClamd}` : ""}`, () => {
  test("rejects the test file, accepts a clean document, and scans a file that waited for the start", async () => {
    const port = Number(new URL(clamd.url).port);
    await clamd.stop();
    const early = await upload(infected);
    expect(early.data.scan).toBe("waiting");
    const real = await startRealClamd(port);
    expect(await upload(infected)).toMatchObject({ status: 415, code: 114, message: virusWords });
    expect((await upload(clean)).data.scan).toBe("clean");
    await settled(early.data.fileUrl);
    expect((await askScan(early.data.fileUrl)).scan).toBe("infected");
    expect(onDisk()).toHaveLength(1);
    await real.close();
  });
});

async function sendResumable(bytes: Buffer): Promise<string> {
  const head = { authorization: `Bearer ${asha.token}`, "tus-resumable": "1.0.0" };
  const length = { "upload-length": String(bytes.length) };
  const begun = await fetch(`${base}${utility}/uploads`, { method: "POST", headers: { ...head, ...length } });
  const url = begun.headers.get("location") ?? "";
  await fetch(base + url, {
    method: "PATCH",
    headers: { ...head, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(bytes),
  });
  return url.split("/").pop()!;
}
