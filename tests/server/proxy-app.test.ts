import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "./app.ts";
import { definitionsConfig } from "./definitions-config.ts";
import { sendFile } from "./files/multipart.ts";
import { buildDetectWorker, makePdf } from "./files/sample-documents.ts";
import { listen, startProxy, type ProxyTestApp } from "./start-proxy.ts";
import { makePayer, payment } from "./checkout/orders/ready-to-pay.ts";
import { begin, degree, wallet } from "./wallet/transactions/candidate.ts";

const utility = "/utility/api/1.0";
let behind: TestApp;
let front: ProxyTestApp;

beforeAll(async () => {
  await buildDetectWorker();
  const config = await definitionsConfig();
  behind = await startTestApp({ config });
  front = await startProxy(behind, { config });
});
afterAll(async () => {
  await front?.closeProxy();
  await behind?.close();
});

describe("in front of another wallet", () => {
  test("lets a candidate sign in, open a form, upload documents and pay", async () => {
    const mobile = newMobile();
    const login = "/web-wallet/api/1.0/profile";
    expect((await front.call("POST", `${login}/login`, { body: { mobile } })).json()).toMatchObject({ code: 105 });
    const created = await front.call("POST", login, { body: { mobile, name: "Asha Verma" } });
    const { txnId } = created.json<{ data: { txnId: string } }>().data;
    const wrong = await front.call("PUT", `${login}/otp/${txnId}/verify`, { body: { otp: "000000" } });
    expect([wrong.statusCode, wrong.json<{ code: number }>().code]).toEqual([400, 107]);
    const verified = await front.call("PUT", `${login}/otp/${txnId}/verify`, {
      body: { otp: await behind.readCode(mobile) },
    });
    const { accessToken: token, refreshToken } = verified.json<{
      data: { accessToken: string; refreshToken: string };
    }>().data;
    expect((await front.call("GET", login, { token })).json()).toMatchObject({ data: { mobile } });
    const renewed = await front.call("PUT", `${login}/login/get-token`, { token: refreshToken });
    expect(renewed.json()).toMatchObject({ code: 0, data: { accessToken: expect.any(String) } });
    expect((await front.call("GET", login)).json()).toMatchObject({ code: 101 });

    const asha = await begin(front, "gce", "education-evaluation");
    expect(await asha.info()).toMatchObject({ state: "NOT_INITIALIZED", form: { formId: "education-evaluation" } });

    const payer = await makePayer(front);
    const paper = await sendFile(front, `${utility}/files`, payer.token, await makePdf());
    const { fileUrl } = paper.json<{ data: { fileUrl: string } }>().data;
    const given = await front.call("POST", `${wallet}/bgv`, {
      token: payer.token,
      body: { ...payer.keys, list: [{ verificationName: "bgv-degree", data: degree(fileUrl) }] },
    });
    expect(given.json(), given.body).toMatchObject({ code: 0, data: { list: [{ state: "DATA_SAVED" }] } });
    const removed = await front.call("DELETE", `${wallet}/bgv`, {
      token: payer.token,
      body: { ...payer.keys, subType: "bgv-degree-2" },
    });
    expect(removed.json()).toMatchObject({ code: 0 });
    const order = await payer.open();
    await behind.call("POST", `/sandbox/pay/${order.paymentId}`, { body: { outcome: "success" } });
    await expect.poll(() => payer.poll(order.paymentId), { timeout: 45_000 }).toBe("Success");
    expect(await payer.state()).toBe("IN_PROGRESS");
    const invoice = await front.call(
      "GET",
      `${payment}/invoice?${new URLSearchParams({ ...payer.keys, orderId: order.paymentId })}`,
      { token: payer.token },
    );
    expect(invoice.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("returns a document as it was sent, and forbids framing it", async () => {
    const { accessToken: token } = await behind.signIn(newMobile());
    const pdf = await makePdf(["A paper"]);
    const sent = await sendFile(front, `${utility}/files`, token, pdf, { name: "अंक.pdf" });
    const { fileUrl } = sent.json<{ data: { fileUrl: string } }>().data;
    const got = await front.call("GET", fileUrl, { token });
    expect(got.rawPayload.equals(pdf)).toBe(true);
    expect(got.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining("filename*=UTF-8''"),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("no-store"),
    });
    const head = await front.call("HEAD", fileUrl, { token });
    expect([head.statusCode, head.headers["content-length"]]).toEqual([200, String(pdf.length)]);
  });

  test("passes a resumable upload on, with an interruption", async () => {
    const { accessToken: token } = await behind.signIn(newMobile());
    const pdf = await makePdf(["A resumed paper"]);
    const tus = { "tus-resumable": "1.0.0" };
    const started = await front.call("POST", `${utility}/uploads`, {
      token,
      headers: { ...tus, "upload-length": String(pdf.length) },
    });
    expect(started.statusCode, started.body).toBe(201);
    const place = String(started.headers["location"]);
    expect(place).toMatch(/^\/utility\/api\/1\.0\/uploads\/[\w-]+$/);
    const half = Math.floor(pdf.length / 2);
    const append = (offset: number, bytes: Buffer) =>
      front.server.inject({
        method: "PATCH",
        url: place,
        headers: {
          ...tus,
          authorization: `Bearer ${token}`,
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        payload: bytes,
      });
    expect((await append(0, pdf.subarray(0, half))).statusCode).toBe(204);
    const at = await front.call("HEAD", place, { token, headers: tus });
    expect(at.headers["upload-offset"]).toBe(String(half));
    expect((await append(0, pdf.subarray(0, half))).statusCode).toBe(409);
    expect((await append(half, pdf.subarray(half))).statusCode).toBe(204);
    const uploaded = await front.call("POST", `${utility}/files`, {
      token,
      body: { uploadId: place.split("/").at(-1) },
    });
    expect(uploaded.json()).toMatchObject({ code: 0, data: { sizeBytes: pdf.length } });
  });

  test("serves definitions, page and health itself, without a database", async () => {
    const manifest = (await front.call("GET", "/config/manifest")).json<{ documents: Record<string, string> }>();
    const [url = ""] = Object.values(manifest.documents);
    expect((await front.call("GET", url)).statusCode).toBe(200);
    expect((await front.call("GET", "/health")).json()).toEqual({
      status: "ok",
      release: expect.any(String),
      lastGood: false,
      wallet: "ok",
      shedding: false,
    });
    expect((await front.call("GET", "/openapi.json")).statusCode).toBe(200);
  });

  test("makes the page call its own origin only", async () => {
    const { headers } = await front.call("GET", "/login", { headers: { accept: "text/html" } });
    expect(headers["content-security-policy"]).toContain("connect-src 'self';");
  });

  test("has the other wallet's time", async () => {
    await behind.advance(86_400);
    await front.call("GET", `${utility}/ip-country`);
    const { headers } = await front.call("GET", "/config/manifest");
    const aheadMs = Number(headers["x-server-time"]) - Date.now();
    expect(aheadMs).toBeGreaterThan(86_000_000);
  });

  test("passes sandbox calls on only in sandbox mode", async () => {
    expect((await front.call("GET", "/sandbox/outbox")).json()).toHaveProperty("list");
    const real = await startProxy(behind, {
      config: await definitionsConfig(),
      settings: { ...behind.settings, sandbox: false, walletApiUrl: await listen(behind.server) },
    });
    expect((await real.call("GET", "/sandbox/outbox")).statusCode).toBe(404);
    await real.closeProxy();
  });
});
