import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepVerifierCalls } from "#server/console/systems/calls.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { startReceiver, VerifierClient, type Receiver, type Submission } from "./example-verifier.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "./submitted-case.ts";

const system = "transport-records";
const clientSecret = randomBytes(24).toString("base64url");
const makeSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
const secret = makeSecret();

let app: TestApp;
let receiver: Receiver;
let origin: string;
beforeAll(async () => {
  await buildDetectWorker();
  receiver = await startReceiver(secret);
  const client = { url: receiver.url, secret, clientSecret };
  app = await startTestApp({
    // The system verifies marksheets of class X here, beside driving licences.
    config: await definitionsConfig((document) =>
      document.kind === "verification" && document.id === "bgv-tenth" ? { ...document, verifiedBy: system } : document,
    ),
    settings: { verifiers: { [system]: client, other: { ...client, clientSecret: `${clientSecret}-other` } } },
  });
  origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  receiver?.close();
  await app?.close();
});

const sweep = () => sweepVerifierCalls(app.services);
async function connect(id = system, own = clientSecret): Promise<VerifierClient> {
  const client = await VerifierClient.connect(origin, { id, secret: own });
  await client.authenticate();
  return client;
}
const stateOf = async ({ candidate }: SubmittedCase) =>
  (await candidate.info<{ verificationList: Record<string, { state: string }> }>()).verificationList["bgv-tenth"]
    ?.state;
const eventsOf = ({ txnId }: SubmittedCase) => receiver.events.filter(({ data }) => data.txnId === txnId);
const keysOf = ({ txnId }: SubmittedCase) => ({ txnId, subType });

describe("a verifier's system", () => {
  test("verifies a submission knowing only the API document", async () => {
    const one = await submitCase(app);
    expect(await stateOf(one)).toBe("SUBMITTED");
    await sweep();
    expect(await stateOf(one)).toBe("IN_PROGRESS");
    const [event] = eventsOf(one);
    expect(event).toMatchObject({ type: "submission.ready", data: { ...keysOf(one), version: 1 } });
    const client = await connect();
    const { txnId } = event!.data;
    const [, found] = await client.call<Submission>("verifier-submissions.get", { txnId, subType });
    expect(found).toMatchObject({ submission: { verificationName: "bgv-tenth" }, data: { rollNumber: "4711" } });
    const [status, bytes] = await client.download(found.documentList[0]!.url);
    expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    const result = { eventId: "result-1", version: found.submission.version, outcome: "complete" };
    const answer = [200, { state: "COMPLETED" }];
    expect(await client.call("verifier-submissions.answer", { txnId, subType }, result)).toEqual(answer);
    // A repetition changes nothing.
    expect(await client.call("verifier-submissions.answer", { txnId, subType }, result)).toEqual(answer);
    expect(await stateOf(one)).toBe("COMPLETED");
    const { rows } = await app.services.pool.query(
      "select event, detail->>'system' as system from audit_log where detail->>'txnId' = $1 order by seq",
      [txnId],
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ event: "system-call", system })));
  });

  test("asks for more, gets an event for the next version, and cannot decide about the earlier one", async () => {
    const one = await submitCase(app);
    await sweep();
    const client = await connect();
    const ask = { eventId: "ask-1", version: 1, outcome: "insufficient", reason: "Page 2 is missing" };
    const unknown = { ...ask, fieldList: ["/Marksheet", "/none"] };
    expect((await client.call("verifier-submissions.answer", keysOf(one), unknown))[0]).toBe(422);
    const known = { ...ask, fieldList: ["/Marksheet"] };
    expect((await client.call("verifier-submissions.answer", keysOf(one), known))[0]).toBe(200);
    const file = await one.candidate.upload(["Roll 4711", "Page 1", "Page 2"]);
    const repaired = await one.candidate.post("/bgv/insufficiency", { subType, data: { Marksheet: file } });
    expect(repaired.statusCode).toBe(200);
    await sweep();
    expect(eventsOf(one).map(({ data }) => data.version)).toEqual([1, 2]);
    const early = { eventId: "early-1", version: 1, outcome: "complete" };
    expect((await client.call("verifier-submissions.answer", keysOf(one), early))[0]).toBe(409);
    const right = { ...early, eventId: "late-1", version: 2 };
    expect((await client.call("verifier-submissions.answer", keysOf(one), right))[0]).toBe(200);
    expect(await stateOf(one)).toBe("COMPLETED");
  });

  test("gets an event once, although two servers send and it fails first", async () => {
    const one = await submitCase(app);
    receiver.answers.push(500);
    await sweep();
    expect(await stateOf(one)).toBe("SUBMITTED");
    await app.advance(10);
    await Promise.all([sweep(), sweep()]);
    await app.advance(400);
    await sweep();
    const events = eventsOf(one);
    // The failed attempt and the accepted one have the same id.
    expect([events.length, new Set(events.map(({ id }) => id)).size]).toEqual([2, 1]);
    expect(await stateOf(one)).toBe("IN_PROGRESS");
  });

  test("is given up after ten attempts, and a lead sends the event again", async () => {
    const one = await submitCase(app);
    receiver.answers.push(...Array.from({ length: 10 }, () => 500));
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await sweep();
      await app.advance(86_401);
    }
    receiver.answers.length = 0;
    const { browser } = await hire(app, "lead", orgId);
    const calls = `/organisations/${orgId}/verifier-calls`;
    const dead = read<{ list: { id: string; txnId: string; lastError: string }[] }>(
      await browser.call("GET", `${calls}?state=dead`),
    ).list;
    const lastError = expect.stringContaining("answers 500");
    expect(dead).toMatchObject([{ txnId: one.txnId, attempts: 10, lastError }]);
    // Days have passed.
    await one.candidate.signInAgain();
    expect(await stateOf(one)).toBe("SUBMITTED");
    expect(codeOf(await browser.call("POST", `${calls}/${dead[0]!.id}/resend`, {}))).toEqual([200, 0]);
    await sweep();
    expect(await stateOf(one)).toBe("IN_PROGRESS");
    expect(codeOf(await browser.call("POST", `${calls}/${dead[0]!.id}/resend`, {}))).toEqual([404, 104]);
    const { browser: verifier } = await hire(app, "verifier", orgId);
    expect(codeOf(await verifier.call("POST", `${calls}/${dead[0]!.id}/resend`, {}))).toEqual([403, 103]);
  });

  test("sees nothing of other systems, and no documents by another's addresses", async () => {
    const one = await submitCase(app);
    const [own, other] = [await connect(), await connect("other", `${clientSecret}-other`)];
    const [, found] = await own.call<Submission>("verifier-submissions.get", keysOf(one));
    expect((await other.call("verifier-submissions.get", keysOf(one)))[0]).toBe(404);
    const result = { eventId: "foreign-1", version: 1, outcome: "complete" };
    expect((await other.call("verifier-submissions.answer", keysOf(one), result))[0]).toBe(404);
    expect((await other.download(found.documentList[0]!.url))[0]).toBe(404);
    expect((await other.call<{ list: object[] }>("verifier-submissions.list"))[1].list).toEqual([]);
    const { list } = (await own.call<{ list: { txnId: string; subType: string }[] }>("verifier-submissions.list"))[1];
    expect(list.filter(({ txnId }) => txnId === one.txnId)).toMatchObject([{ subType }]);
    await app.advance(301);
    expect((await own.download(found.documentList[0]!.url))[0]).toBe(404);
  });

  test("gets no token with a wrong secret, and no answer with an expired token or a candidate's", async () => {
    const one = await submitCase(app);
    const wrong = await VerifierClient.connect(origin, { id: system, secret: `${clientSecret}x` });
    expect(await wrong.authenticate()).toBe(401);
    expect((await wrong.call("verifier-submissions.list"))[0]).toBe(401);
    const client = await connect();
    await app.advance(601);
    expect((await client.call("verifier-submissions.list"))[0]).toBe(401);
    const path = "/verifier/api/1.0/submissions";
    expect((await app.call("GET", path, { token: one.candidate.token })).statusCode).toBe(401);
    // Nor does the system's token open a candidate's API.
    expect(await client.authenticate()).toBe(200);
    expect((await app.call("GET", "/web-wallet/api/1.0/profile", {})).statusCode).not.toBe(200);
  });
});
