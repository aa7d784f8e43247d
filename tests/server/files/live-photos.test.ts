import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { address, begin, v2, wallet, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf, makePicture } from "./sample-documents.ts";

let app: TestApp;
let base: string;
let photo: Buffer;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  base = await app.server.listen({ port: 0, host: "127.0.0.1" });
  photo = await makePicture({ width: 320, height: 240, format: "jpeg" });
});
afterAll(() => app?.close());

const files = "/utility/api/1.0/files";
const start = () => begin(app, "harbour", "background-check", { identity: true, process: true });

/** Requests a photo nonce. */
async function ask(asha: TestCandidate, verificationName = "bgv-address"): Promise<string> {
  const { orgId, txnId } = asha;
  const answer = await asha.call("POST", "/utility/api/1.0/photo-nonces", { orgId, txnId, verificationName });
  return answer.json<{ data: { nonce: string } }>().data.nonce;
}
const send = (asha: TestCandidate, query = "", bytes = photo) =>
  sendFile(app, `${files}?fileCategory=photo${query}`, asha.token, bytes, { name: "photo.jpg", type: "image/jpeg" });
const urlOf = (answer: { json(): unknown }) => (answer.json() as { data: { fileUrl: string } }).data.fileUrl;
/** Sends the bytes as a resumable upload and returns its id. */
async function grow({ token }: TestCandidate): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
  const begun = await fetch(`${base}/utility/api/1.0/uploads`, {
    method: "POST",
    headers: { ...headers, "upload-length": String(photo.length) },
  });
  const location = begun.headers.get("location") ?? "";
  await fetch(base + location, {
    method: "PATCH",
    headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(photo),
  });
  return location.split("/").pop()!;
}
const claim = (asha: TestCandidate, uploadId: string, query: string) =>
  asha.call("POST", `${files}?fileCategory=photo${query}`, { uploadId });
const words = "This photo was not taken just now. Please take another one with the camera.";
const refused = { code: 109, message: words };

describe("a required live photo", () => {
  test("is accepted with a nonce, and stays valid when its submission is changed", async () => {
    const asha = await start();
    const taken = address(urlOf(await send(asha, `&photoNonce=${await ask(asha)}`)));
    expect((await asha.save("bgv-address", taken)).json()).toMatchObject({ code: 0 });
    // Imitates a photo from before nonces existed.
    await app.services.pool.query("delete from photo_nonces");
    const { orgId, txnId } = asha;
    const moved = { ...taken, currentAddress: { ...taken.currentAddress, line1: "5 Lake Road" } };
    const changed = await asha.call("PUT", `${v2}/bgv`, { orgId, txnId, subType: "bgv-address-1", data: moved });
    expect(changed.json()).toMatchObject({ code: 0 });
  });

  test("is rejected without a nonce by either upload, and in place of an accepted photo", async () => {
    const asha = await start();
    const stored = urlOf(await send(asha));
    const grown = urlOf(await claim(asha, await grow(asha), ""));
    for (const url of [stored, grown, await asha.upload()]) {
      const answer = await asha.save("bgv-address", address(url));
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: 106, fields: [{ pointer: "/list/0/data/photo", keyword: "live", message: words }] },
      ]);
    }
    await asha.save("bgv-address", address(await asha.takePhoto()));
    const { orgId, txnId } = asha;
    const data = address(stored);
    const changed = await asha.call("PUT", `${v2}/bgv`, { orgId, txnId, subType: "bgv-address-1", data });
    expect(changed.json()).toMatchObject({ code: 106, fields: [{ pointer: "/data/photo" }] });
  });

  test("may be a file when an agent uploads it", async () => {
    const mobile = newMobile();
    const { accessToken: token } = await app.signIn(mobile, { name: "Asha Rao", identity: true, agentId: "agent-7" });
    const keys = { orgId: "harbour", eKycFormId: "background-check" };
    const created = await app.call("POST", `${wallet}/transactions`, { token, body: keys });
    const { transactionId: txnId } = created.json<{ data: { transactionId: string } }>().data;
    const agent = { orgId: "harbour", txnId };
    await app.call("POST", `${wallet}/transactions/process`, { token, body: agent });
    const url = urlOf(await sendFile(app, files, token, await makePicture()));
    const body = { ...agent, list: [{ verificationName: "bgv-address", data: address(url) }] };
    expect((await app.call("POST", `${wallet}/bgv`, { token, body })).json()).toMatchObject({ code: 0 });
  });

  test("counts only for its transaction and verification", async () => {
    const [asha, again] = [await start(), await start()];
    const elsewhere = urlOf(await send(asha, `&photoNonce=${await ask(asha, "bgv-tenth")}`));
    expect((await asha.save("bgv-address", address(elsewhere))).json()).toMatchObject({ code: 106 });
    const foreign = await ask(again);
    expect((await send(asha, `&photoNonce=${foreign}`)).json()).toMatchObject(refused);
    const { orgId } = asha;
    const body = { orgId, txnId: again.txnId, verificationName: "bgv-address" };
    expect((await asha.call("POST", "/utility/api/1.0/photo-nonces", body)).statusCode).toBe(404);
  });
});

describe("a photo nonce", () => {
  test("stores one photo, rejects a second, and returns the first when it is sent again", async () => {
    const asha = await start();
    const nonce = await ask(asha);
    const first = urlOf(await send(asha, `&photoNonce=${nonce}`));
    const other = await makePicture({ width: 321, height: 240, format: "jpeg" });
    expect((await send(asha, `&photoNonce=${nonce}`, other)).json()).toMatchObject(refused);
    expect(urlOf(await send(asha, `&photoNonce=${nonce}`))).toBe(first);
    expect(urlOf(await claim(asha, await grow(asha), `&photoNonce=${nonce}`))).toBe(first);
    expect((await asha.save("bgv-address", address(first))).json()).toMatchObject({ code: 0 });
  });

  test("is valid for a resumable upload whose response is lost", async () => {
    const asha = await start();
    const query = `&photoNonce=${await ask(asha)}`;
    const uploadId = await grow(asha);
    const first = urlOf(await claim(asha, uploadId, query));
    expect(urlOf(await claim(asha, uploadId, query))).toBe(first);
    expect((await asha.save("bgv-address", address(first))).json()).toMatchObject({ code: 0 });
  });

  test("expires after ten minutes for either upload, which can still be claimed as a file", async () => {
    const asha = await start();
    const query = `&photoNonce=${await ask(asha)}`;
    const uploadId = await grow(asha);
    await app.advance(601);
    expect((await send(asha, query)).json()).toMatchObject(refused);
    expect((await claim(asha, uploadId, query)).json()).toMatchObject(refused);
    expect((await claim(asha, uploadId, "")).json()).toMatchObject({ code: 0 });
  });

  test("stays valid after a rejection, and stores one of many concurrent photos", async () => {
    const asha = await start();
    const query = `&photoNonce=${await ask(asha)}`;
    expect((await send(asha, query, await makePdf())).json()).toMatchObject({ code: 114 });
    const shots = await Promise.all(
      [322, 323, 324].map((width) => makePicture({ width, height: 240, format: "jpeg" })),
    );
    const answers = await Promise.all(shots.map((shot) => send(asha, query, shot)));
    expect(answers.map((answer) => answer.json<{ code: number }>().code).sort()).toEqual([0, 109, 109]);
    expect((await send(asha, "&photoNonce=an-unknown-nonce")).json()).toMatchObject(refused);
  });
});
