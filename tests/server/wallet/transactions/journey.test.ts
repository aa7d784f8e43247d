import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signBody } from "#server/wallet/verifier/signature.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, degree, employment, tenth, v2, wallet, type TestCandidate } from "./candidate.ts";

let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

/** A free form with all its answers. */
async function ready(): Promise<TestCandidate> {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await asha.upload();
  expect((await asha.save("bgv-employment", employment(file))).json()).toMatchObject({ code: 0 });
  expect((await asha.save("bgv-address", address(await asha.takePhoto()))).json()).toMatchObject({ code: 0 });
  expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({ code: 0 });
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  return asha;
}

const decide = (asha: TestCandidate, body: Record<string, unknown>) =>
  app.call("POST", "/sandbox/verifier", { body: { txnId: asha.txnId, ...body } });

describe("free form from start to end", () => {
  test("is submitted, verified, announced by one SMS, and its documents become credentials", async () => {
    const asha = await ready();
    expect(await asha.info()).toMatchObject({
      state: "READY_TO_SUBMIT",
      filtered: { remaining: [], done: [] },
      discount: { percentage: 0 },
      priceList: [],
    });
    expect((await asha.post("/transactions/eval-info")).json()).toMatchObject({ code: 109 });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 0,
      data: { state: "IN_PROGRESS" },
    });
    expect((await asha.post("/transactions/process")).json()).toMatchObject({
      code: 0,
      data: { state: "IN_PROGRESS" },
    });
    const submitted = await asha.info<{
      state: string;
      evaluation: unknown;
      expectedCompletionDate: { minDate: string; maxDate: string };
      verificationList: Record<string, { state: string }>;
    }>();
    expect(submitted).toMatchObject({
      evaluation: { state: "evaluationRequested" },
      verificationList: {
        "bgv-tenth": { state: "IN_PROGRESS" },
        "bgv-degree": { state: "NOT_INITIALIZED", markedAsSkip: true },
      },
    });
    expect(Date.parse(submitted.expectedCompletionDate.maxDate)).toBeGreaterThan(
      Date.parse(submitted.expectedCompletionDate.minDate),
    );

    expect((await decide(asha, { verificationName: "bgv-tenth", outcome: "complete" })).json()).toMatchObject({
      state: "IN_PROGRESS",
    });
    expect((await decide(asha, { outcome: "complete" })).json()).toMatchObject({
      txnId: asha.txnId,
      state: "COMPLETED",
    });
    expect((await decide(asha, { outcome: "fail" })).json()).toMatchObject({ code: 109 });
    const messages = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(asha.mobile)}`)).json<{
      list: { text: string }[];
    }>().list;
    expect(messages.filter((message) => message.text.includes("verified"))).toHaveLength(1);
    const notices = await asha.call("GET", "/notification/api/1.0/notification");
    expect(notices.json()).toMatchObject({ data: { total: 1, list: [{ title: "Verification complete" }] } });

    const held = (await asha.call("GET", "/web-wallet/api/1.0/credentials?seed=0&count=100")).json<{
      data: { total: number; list: { id: string; credentialType: string }[] };
    }>().data;
    expect(held.list.map((credential) => credential.credentialType).sort()).toEqual([
      "10th Marksheet",
      "Address",
      "Employment",
    ]);
    const { id } = held.list[0]!;
    expect((await asha.call("POST", `/web-wallet/api/1.0/credentials/receive/${id}`, {})).json()).toMatchObject({
      data: { id, existsInWallet: true },
    });
    expect((await asha.call("GET", `/web-wallet/api/1.0/credentials/verify/${id}`)).json()).toMatchObject({
      data: { valid: true },
    });
    await app.services.pool.query(
      'update credentials set attributes = attributes || \'{"name":"Somebody Else"}\' where id = $1',
      [id],
    );
    expect((await asha.call("GET", `/web-wallet/api/1.0/credentials/verify/${id}`)).json()).toMatchObject({
      data: { valid: false },
    });
  });

  test("goes through an insufficiency: requested, answered, verified", async () => {
    const asha = await ready();
    await asha.post("/transactions/process");
    await decide(asha, { verificationName: "bgv-employment", outcome: "complete" });
    const asked = await decide(asha, {
      verificationName: "bgv-tenth",
      outcome: "insufficient",
      reason: "The scan is cut off",
      fields: ["Marksheet"],
    });
    expect(asked.json()).toMatchObject({ state: "INSUFFICIENT_DATA" });
    expect(await asha.info()).toMatchObject({
      verificationList: {
        "bgv-tenth": {
          state: "INSUFFICIENT_DATA",
          insufficiency: { subType: "bgv-tenth-1", reason: "The scan is cut off" },
        },
      },
    });
    const view = await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`);
    expect(view.json()).toMatchObject({
      data: {
        request: { subType: "bgv-tenth-1", fieldList: [{ at: "/Marksheet", label: "Marksheet" }] },
        responseList: [{ subType: "bgv-tenth-1", state: "INSUFFICIENT_DATA" }],
      },
    });

    const repair = (data: Record<string, unknown>) => asha.post("/bgv/insufficiency", { subType: "bgv-tenth-1", data });
    expect((await repair({ rollNumber: "1", Marksheet: await asha.upload(["A whole scan"]) })).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/data/rollNumber", keyword: "unrequested" }],
    });
    expect((await repair({})).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/data/Marksheet", message: "Upload Education Marksheet" }],
    });
    const file = await asha.upload(["A whole scan"]);
    expect((await repair({ Marksheet: file })).json()).toEqual({
      code: 0,
      data: { verificationName: "bgv-tenth", subType: "bgv-tenth-1", state: "SUBMITTED" },
    });
    expect((await repair({ Marksheet: file })).json()).toMatchObject({ code: 109 });
    expect(await asha.info()).toMatchObject({ state: "IN_PROGRESS" });
    expect((await decide(asha, { outcome: "complete" })).json()).toMatchObject({ state: "COMPLETED" });
    const after = await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`);
    expect(after.json()).toMatchObject({
      data: { request: null, responseList: [{ data: { rollNumber: "4711", Marksheet: file } }] },
    });
  });

  test("fails with one failed verification, and rejects changes after submission", async () => {
    const asha = await ready();
    await asha.post("/transactions/process");
    const file = await asha.upload();
    expect((await asha.save("bgv-twelfth", tenth(file))).json()).toMatchObject({ code: 109 });
    expect(
      (
        await asha.call("PUT", `${v2}/bgv`, {
          orgId: "harbour",
          txnId: asha.txnId,
          subType: "bgv-tenth-1",
          data: tenth(file),
        })
      ).json(),
    ).toMatchObject({ code: 109 });
    expect(
      (
        await asha.call("DELETE", `${wallet}/bgv`, { orgId: "harbour", txnId: asha.txnId, subType: "bgv-tenth-1" })
      ).json(),
    ).toMatchObject({ code: 109 });
    expect(
      (await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-tenth"] })).json(),
    ).toMatchObject({ code: 109 });
    expect(
      (
        await asha.call("PUT", `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`, {
          version: 0,
          data: {},
        })
      ).json(),
    ).toMatchObject({ code: 109 });
    await decide(asha, { verificationName: "bgv-tenth", outcome: "fail", reason: "Not known to the board" });
    expect((await decide(asha, { outcome: "complete" })).json()).toMatchObject({ state: "FAILED" });
    const ledger = await app.services.pool.query<{ from_state: string; to_state: string }>(
      "select from_state, to_state from state_ledger where transaction_id = $1 and item is null order by id",
      [asha.txnId],
    );
    expect(ledger.rows.map((row) => `${row.from_state}>${row.to_state}`)).toEqual([
      "NOT_INITIALIZED>PENDING",
      "PENDING>READY_TO_SUBMIT",
      "READY_TO_SUBMIT>IN_PROGRESS",
      "IN_PROGRESS>FAILED",
    ]);
  });

  test("the database rejects a transition that the catalogue does not list", async () => {
    const asha = await ready();
    await expect(
      app.services.pool.query("update transactions set state = 'COMPLETED' where id = $1", [asha.txnId]),
    ).rejects.toThrow("does not move");
    await expect(
      app.services.pool.query("update submissions set state = 'COMPLETED' where transaction_id = $1", [asha.txnId]),
    ).rejects.toThrow("does not move");
    await expect(app.services.pool.query("delete from state_ledger")).rejects.toThrow("append-only");
  });

  test("rejects a result without signature", async () => {
    const asha = await ready();
    await asha.post("/transactions/process");
    const event = { eventId: "event-1", txnId: asha.txnId, subType: "bgv-tenth-1", outcome: "complete" };
    expect((await app.call("POST", "/webhooks/verifications", { body: event })).statusCode).toBe(403);
    expect(
      (
        await app.call("POST", "/webhooks/verifications", {
          body: event,
          headers: {
            "x-webhook-timestamp": String(Math.floor(Date.now() / 1000)),
            "x-webhook-signature": "A".repeat(43),
          },
        })
      ).statusCode,
    ).toBe(403);
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { state: "IN_PROGRESS" } } });
  });
});

test("rejects a signed result that is incomplete or repeats a key", async () => {
  const asha = await ready();
  await asha.post("/transactions/process");
  const said = `"txnId":"${asha.txnId}","subType":"bgv-tenth-1"`;
  for (const raw of [
    `{"eventId":"event-2",${said},"outcome":"complete"`,
    `{"eventId":"event-2",${said},"outcome":"fail","outcome":"complete"}`,
  ]) {
    const answer = await app.call("POST", "/webhooks/verifications", {
      body: raw,
      headers: signBody(app.services.secrets, raw, await app.services.clock.now()),
    });
    expect([answer.statusCode, answer.json().code], raw).toEqual([400, 100]);
  }
  expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { state: "IN_PROGRESS" } } });
});

describe("POST /bgv", () => {
  test("rejects saves before the start, and saves all or none", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true });
    const file = await asha.upload();
    expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({
      code: 109,
      data: { state: "NOT_INITIALIZED", reason: "not-begun" },
    });
    await asha.post("/transactions/process");
    const both = await asha.post("/bgv", {
      list: [
        { verificationName: "bgv-tenth", data: tenth(file) },
        {
          verificationName: "bgv-employment",
          data: { ...employment(file), startDate: "31-02-2020", documentUrl: undefined },
        },
      ],
    });
    expect(both.json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/list/1/data/startDate" }, { pointer: "/list/1/data/documentUrl", keyword: "require" }],
    });
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { subTypeList: [] } } });
  });

  test("takes the name from the profile, normalises dates, validates choices, rejects unknown keys", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const file = await asha.upload();
    expect(
      (await asha.save("bgv-degree", { ...degree(file), name: "Somebody Else", degreeLevel: "doctor" })).json(),
    ).toMatchObject({ code: 106, fields: [{ pointer: "/list/0/data/degreeLevel" }] });
    expect((await asha.save("bgv-degree", { ...degree(file), state: "COMPLETED", amount: 1 })).json()).toMatchObject({
      code: 106,
      fields: [
        { pointer: "/list/0/data/state", keyword: "unknown" },
        { pointer: "/list/0/data/amount", keyword: "unknown" },
      ],
    });
    expect((await asha.save("bgv-degree", { ...degree(file), name: "Somebody Else" })).json()).toEqual({
      code: 0,
      data: { list: [{ verificationName: "bgv-degree", subType: "bgv-degree-1", state: "DATA_SAVED" }], total: 1 },
    });
    await asha.save("bgv-employment", { ...employment(file), startDate: "2020-01-31" });
    const read = async (name: string) =>
      (await asha.call("GET", `${wallet}/transactions/${name}/info?orgId=harbour&txnId=${asha.txnId}`)).json<{
        data: { responseList: { data: Record<string, unknown> }[] };
      }>().data.responseList[0]!.data;
    expect(await read("bgv-degree")).toMatchObject({ name: "Asha Verma" });
    expect(await read("bgv-employment")).toMatchObject({ startDate: "31-01-2020" });
  });

  test("removes a hidden field from the submission", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const file = await asha.upload();
    await asha.save("bgv-degree", { ...degree(file), degreeStatus: "DEGREE_ONLY_NO_MARKSHEET" });
    const info = await asha.call("GET", `${wallet}/transactions/bgv-degree/info?orgId=harbour&txnId=${asha.txnId}`);
    expect(Object.keys(info.json().data.responseList[0].data)).not.toContain("Marksheet");
  });

  test("rejects a file of another candidate or of a wrong type", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const stranger = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const foreign = await stranger.upload();
    for (const file of [foreign, "/utility/api/1.0/files/AAAAAAAAAAAAAAAAAAAAAA"]) {
      expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({
        code: 106,
        fields: [{ pointer: "/list/0/data/Marksheet", keyword: "file", message: "File not found" }],
      });
    }
    expect((await asha.save("bgv-tenth", tenth("https://example.com/a.pdf"))).json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/list/0/data/Marksheet" }],
    });
  });

  test("numbers several degrees, and stores one marksheet only", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const file = await asha.upload();
    await asha.save("bgv-degree", degree(file));
    await asha.save("bgv-degree", degree(file));
    expect(await asha.info()).toMatchObject({
      verificationList: {
        "bgv-degree": { subTypeList: ["bgv-degree-1", "bgv-degree-2"], subType: "bgv-degree-2", state: "DATA_SAVED" },
      },
    });
    const remove = (subType: string) =>
      asha.call("DELETE", `${wallet}/bgv`, { orgId: "harbour", txnId: asha.txnId, subType });
    expect((await remove("bgv-degree-2")).json()).toEqual({ code: 0, data: { state: "DATA_SAVED" } });
    expect((await remove("bgv-degree-2")).json()).toMatchObject({ code: 104 });
    expect((await asha.save("bgv-degree", degree(file))).json()).toMatchObject({
      data: { list: [{ subType: "bgv-degree-3" }] },
    });
    await remove("bgv-degree-1");
    expect((await remove("bgv-degree-3")).json()).toEqual({ code: 0, data: { state: "NOT_INITIALIZED" } });
    await asha.save("bgv-tenth", tenth(file));
    expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({ code: 109 });
    expect(
      (
        await asha.post("/bgv", {
          list: [
            { verificationName: "bgv-twelfth", data: tenth(file) },
            { verificationName: "bgv-twelfth", data: tenth(file) },
          ],
        })
      ).json(),
    ).toMatchObject({ code: 109 });
    const replaced = await asha.call("PUT", `${v2}/bgv`, {
      orgId: "harbour",
      txnId: asha.txnId,
      subType: "bgv-tenth-1",
      data: { ...tenth(file), rollNumber: "815" },
    });
    expect(replaced.json()).toEqual({
      code: 0,
      data: { verificationName: "bgv-tenth", subType: "bgv-tenth-1", state: "DATA_SAVED" },
    });
  });

  test("makes one submission of two parallel saves of a single verification", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const file = await asha.upload();
    const answers = await Promise.all([1, 2, 3].map(() => asha.save("bgv-tenth", tenth(file))));
    expect(answers.map((answer) => answer.json<{ code: number }>().code).sort((a, b) => a - b)).toEqual([0, 109, 109]);
  });

  test("rejects data for an identity verification, and for one that the form does not request", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    for (const name of ["passport", "aadhaar", "bgv-tenth", "nothing"]) {
      expect((await asha.save(name, {})).json()).toMatchObject({
        code: 106,
        fields: [{ pointer: "/list/0/verificationName" }],
      });
    }
  });

  test("rejects state and amount in a request body", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    for (const more of [{ state: "COMPLETED" }, { amount: 1 }, { candidateId: "x" }]) {
      expect(
        (await asha.post("/bgv", { list: [{ verificationName: "bgv-tenth", data: {} }], ...more })).statusCode,
      ).toBe(400);
      expect((await asha.post("/transactions/process", more)).statusCode).toBe(400);
    }
    expect((await asha.post("/bgv", { list: [] })).statusCode).toBe(400);
    expect((await asha.post("/bgv", { list: "bgv-tenth" })).statusCode).toBe(400);
    expect(
      (await asha.post("/bgv", { list: [{ verificationName: "bgv-tenth", data: { __proto__: { polluted: true } } }] }))
        .statusCode,
    ).toBeGreaterThanOrEqual(400);
  });
});
