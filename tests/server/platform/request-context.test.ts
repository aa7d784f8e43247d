import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { services as bases } from "#engine/contract/services.ts";
import { callProvider } from "#server/checkout/providers/http.ts";
import { findCorrelationId, withRequestContext } from "#server/platform/request-context.ts";
import { createS3Client } from "#server/ports/s3-client.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { decide, makePayer } from "../checkout/orders/ready-to-pay.ts";
import { startStandIn, type StandIn } from "../checkout/stand-ins/stand-in.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { address, begin, degree, employment, tenth } from "../wallet/transactions/candidate.ts";

type Line = Record<string, unknown>;
let lines: Line[] = [];
let app: TestApp;
let behind: StandIn;
/** The status that the gateway and the payment provider answer. */
let status = 200;

beforeAll(async () => {
  await buildDetectWorker();
  behind = await startStandIn([], () => ({ status, body: {} }));
  app = await startTestApp({
    config: await definitionsConfig(),
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
    settings: { logLevel: "info", smsGateway: { url: `${behind.base}/send` } },
  });
});
beforeEach(async () => {
  await app.services.outbox.flush();
  lines = [];
  behind.requests.length = 0;
  status = 200;
});
afterAll(async () => {
  await app?.close();
  await behind?.close();
});

const linesOf = (msg: string) => lines.filter((line) => line["msg"] === msg);
const idOf = (answer: { headers: Record<string, unknown> }) => answer.headers["x-request-id"];
const signUp = (headers = {}) =>
  app.call("POST", `${bases.webWallet}/profile`, { body: { mobile: newMobile(), name: "Asha" }, headers });

test("keeps a valid id of the request, and makes one otherwise", async () => {
  const given = "id-of-a-proxy-0001";
  const answer = await signUp({ "x-request-id": given });
  expect([idOf(answer), linesOf("request")[0]?.["requestId"]]).toEqual([given, given]);
  for (const odd of ["short", "x".repeat(65), "with spaces in it 1", 'quo"ted-and-long-enough'])
    expect(idOf(await signUp({ "x-request-id": odd }))).toMatch(/^[\w-]{16}$/);
});

test("keeps the id when the body comes long after the head on a shared connection", async () => {
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ids = ["id-of-a-request-1", "id-of-a-request-2"];
  for (const id of ids) {
    const headers = { "content-type": "application/json", "x-request-id": id };
    const request = http.request({ agent, port, method: "POST", path: `${bases.webWallet}/profile`, headers });
    request.write('{"mobile":');
    await new Promise((resolve) => setTimeout(resolve, 100));
    request.end(`"${newMobile()}","name":"Asha"}`);
    await new Promise((resolve, reject) =>
      request.once("error", reject).once("response", (answer) => answer.resume().once("end", resolve)),
    );
  }
  agent.destroy();
  expect(linesOf("code sent").map((line) => line["requestId"])).toEqual(ids);
});

test("runs jobs without the id of the request that triggered them", async () => {
  const origins: unknown[] = [];
  app.services.jobs.register("look", 1, async () => void origins.push(findCorrelationId()));
  await withRequestContext("id-of-a-request-1", () => app.services.jobs.runDue({ all: true }));
  expect(origins).toEqual([undefined]);
});

test("passes the id of the request to the log and the gateway for a message after the answer", async () => {
  const answers = [await signUp(), await signUp()];
  await app.services.outbox.flush();
  const ids = answers.map(idOf);
  expect(new Set(ids).size).toBe(2);
  expect(behind.requests.map(idOf)).toEqual(ids);
  expect(linesOf("message sent").map((line) => line["requestId"])).toEqual(ids);
  expect(linesOf("code sent").map((line) => line["requestId"])).toEqual(ids);
});

test("uses the id of the causing request, not of the triggering one, when a job sends a message later", async () => {
  status = 500;
  const started = idOf(await signUp());
  await app.services.outbox.flush();
  expect(linesOf("message not sent").map((line) => line["requestId"])).toEqual([started]);
  status = 200;
  await app.advance(60);
  expect(behind.requests.map(idOf)).toEqual([started, started]);
  expect(linesOf("message sent").map((line) => line["requestId"])).toEqual([started]);
});

test("passes a repaired submission to the verifier under the id of its request", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-degree", degree(file));
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  await asha.post("/transactions/process");
  const body = { txnId: asha.txnId, outcome: "insufficient", reason: "Cut off", fields: ["Marksheet"] };
  const given: unknown[] = [];
  for (const verificationName of ["bgv-tenth", "bgv-degree"]) {
    await app.call("POST", "/sandbox/verifier", { body: { ...body, verificationName } });
    const Marksheet = await asha.upload([`A better scan for ${verificationName}`]);
    const again = await asha.post("/bgv/insufficiency", { subType: `${verificationName}-1`, data: { Marksheet } });
    expect(again.json()).toMatchObject({ code: 0 });
    given.push(idOf(again));
  }
  await app.advance(30);
  const passed = linesOf("submissions passed to the verifier");
  expect(passed.map((line) => line["requestId"]).sort()).toEqual(given.sort());
});

test("requests a refund under the id of the request that made it due", async () => {
  const doctorate = { institute: "a-small-college", degreeLevel: "doctoral", course: "Ph.D." };
  const payer = await makePayer(app, { submissions: [{ name: "bgv-degree", data: doctorate }] });
  const { paymentId, provider } = await payer.open();
  await decide(app, paymentId, { outcome: "success" });
  const driver = app.services.payments.get(provider);
  const origins: unknown[] = [];
  const { refund } = driver;
  vi.spyOn(driver, "refund").mockImplementation((...requests) => {
    origins.push(findCorrelationId());
    return refund(...requests);
  });
  const body = { txnId: payer.keys.txnId, verificationName: "bgv-degree", outcome: "fail", reason: "No answer" };
  const failed = idOf(await app.call("POST", "/sandbox/verifier", { body }));
  lines = [];
  await app.advance(60);
  expect(origins).toEqual([failed]);
  expect(linesOf("refund sent")).toMatchObject([{ requestId: failed, status: "Success" }]);
});

test("calls payment providers and storage under the id of the request, and without one in a job", async () => {
  const storage = { bucket: "papers", region: "here", key: "key", secret: "secret", pathStyle: true };
  const callS3 = createS3Client({ ...storage, endpoint: behind.base });
  const call = async () => {
    await callProvider({ method: "POST", url: `${behind.base}/orders`, json: {} });
    (await callS3({ method: "GET", key: "a-paper" })).body.destroy();
  };
  await withRequestContext("id-of-a-request-1", call);
  await call();
  expect(behind.requests.map(idOf)).toEqual(["id-of-a-request-1", "id-of-a-request-1", undefined, undefined]);
});
