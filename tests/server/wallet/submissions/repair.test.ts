import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { sendFile } from "../../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../../files/sample-documents.ts";
import { address, begin, degree, employment, tenth, wallet, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

interface Response {
  request: { subType: string } | null;
  requestList: { subType: string; reason: string; replaceList: string[]; requestedAt: string }[];
  responseList: {
    subType: string;
    state: string;
    reason?: string;
    history: { state: string; at: string }[];
    fileList: unknown[];
  }[];
}

const scans = new Map<string, Promise<Buffer>>();
/** Uploads a document with this text. Equal texts have equal bytes at different addresses. */
async function paper(asha: TestCandidate, words: string): Promise<string> {
  const bytes = scans.get(words) ?? makePdf([words]);
  scans.set(words, bytes);
  const sent = await sendFile(app, "/utility/api/1.0/files", asha.token, await bytes);
  return sent.json<{ data: { fileUrl: string } }>().data.fileUrl;
}

async function submitted(): Promise<TestCandidate & { file: string; photo: string }> {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const file = await paper(asha, "The first scan");
  await asha.save("bgv-employment", employment(file));
  const photo = await asha.takePhoto();
  await asha.save("bgv-address", address(photo));
  await asha.save("bgv-tenth", tenth(file));
  await asha.save("bgv-degree", degree(file));
  await asha.save("bgv-degree", degree(file));
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ data: { state: "IN_PROGRESS" } });
  return Object.assign(asha, { file, photo });
}

const decide = (asha: TestCandidate, body: Record<string, unknown>) =>
  app.call("POST", "/sandbox/verifier", { body: { txnId: asha.txnId, ...body } });
const read = async (asha: TestCandidate, name: string): Promise<Response> =>
  (await asha.call("GET", `${wallet}/transactions/${name}/info?orgId=harbour&txnId=${asha.txnId}`)).json<{
    data: Response;
  }>().data;
const repair = async (asha: TestCandidate, subType: string, data: Record<string, unknown>) =>
  (await asha.post("/bgv/insufficiency", { subType, data })).json<{ code: number }>();

describe("repairSubmission", () => {
  test("rejects the same document again, under any name and address", async () => {
    const asha = await submitted();
    await decide(asha, {
      verificationName: "bgv-tenth",
      outcome: "insufficient",
      reason: "Cut off",
      fields: ["Marksheet"],
    });
    const unchanged = {
      code: 106,
      fields: [{ pointer: "/data/Marksheet", keyword: "unchanged", message: "Please replace this" }],
    };
    expect(await repair(asha, "bgv-tenth-1", { Marksheet: asha.file })).toMatchObject(unchanged);
    expect(await repair(asha, "bgv-tenth-1", { Marksheet: await paper(asha, "The first scan") })).toMatchObject(
      unchanged,
    );
    expect(await repair(asha, "bgv-tenth-1", { Marksheet: await paper(asha, "A better scan") })).toMatchObject({
      code: 0,
    });
  });

  test("requires a change in each requested field, and in one field of each requested group", async () => {
    const asha = await submitted();
    const fields = ["currentAddress", "photo"];
    await decide(asha, { verificationName: "bgv-address", outcome: "insufficient", reason: "Elsewhere", fields });
    const { requestList } = await read(asha, "bgv-address");
    expect(requestList).toMatchObject([{ reason: "Elsewhere", replaceList: ["/currentAddress", "/photo"] }]);
    const { currentAddress, photo } = address(asha.photo);
    const moved = { ...currentAddress, line1: "5 Lake Road" };
    expect(await repair(asha, "bgv-address-1", { currentAddress: moved, photo })).toMatchObject({
      code: 106,
      fields: [{ pointer: "/data/photo", keyword: "unchanged" }],
    });
    const taken = { ...photo, imageUrl: await asha.takePhoto() };
    expect(await repair(asha, "bgv-address-1", { currentAddress: moved, photo: taken })).toMatchObject({ code: 0 });
  });

  test("accepts one changed document when the verifier named no field", async () => {
    const asha = await submitted();
    await decide(asha, { verificationName: "bgv-degree", outcome: "insufficient", reason: "Not readable" });
    const same = { degreeCertificate: asha.file, Marksheet: asha.file };
    expect(await repair(asha, "bgv-degree-1", same)).toMatchObject({
      code: 106,
      fields: [{ pointer: "/data/degreeCertificate" }, { pointer: "/data/Marksheet" }],
    });
    const mended = { ...same, Marksheet: await paper(asha, "All semesters") };
    expect(await repair(asha, "bgv-degree-1", mended)).toMatchObject({ code: 0 });
  });

  test("looks up the city of a new pincode, and rejects a city from the client", async () => {
    const asha = await submitted();
    const fields = ["/currentAddress/pincode"];
    await decide(asha, { verificationName: "bgv-address", outcome: "insufficient", reason: "Not yours", fields });
    const forged = { currentAddress: { pincode: "110003", city: "Mars" } };
    expect(await repair(asha, "bgv-address-1", forged)).toMatchObject({ code: 106 });
    expect(await repair(asha, "bgv-address-1", { currentAddress: { pincode: "110003" } })).toMatchObject({ code: 0 });
    const { rows } = await app.services.pool.query(
      "select data->'currentAddress' as home from submissions where transaction_id = $1 and sub_type = 'bgv-address-1'",
      [asha.txnId],
    );
    expect(rows[0].home).toMatchObject({ pincode: "110003", city: "New Delhi", vtc: "Bengaluru", country: "India" });
  });

  test("lists the requests of every waiting submission, oldest first", async () => {
    const asha = await submitted();
    await decide(asha, {
      verificationName: "bgv-degree",
      outcome: "insufficient",
      reason: "No seal",
      fields: ["Marksheet"],
    });
    const before = await read(asha, "bgv-degree");
    expect(before.requestList.map(({ subType }) => subType)).toEqual(["bgv-degree-1", "bgv-degree-2"]);
    await repair(asha, "bgv-degree-1", { Marksheet: await paper(asha, "With its seal") });
    expect((await read(asha, "bgv-degree")).request).toMatchObject({ subType: "bgv-degree-2", reason: "No seal" });
  });
});

describe("idle time after an insufficiency", () => {
  const day = 86_400;
  const ask = (asha: TestCandidate, verificationName: string) =>
    decide(asha, { verificationName, outcome: "insufficient", reason: "Cut off", fields: ["Marksheet"] });
  const pass = async (asha: TestCandidate, seconds: number) => {
    await app.advance(seconds);
    await asha.signInAgain();
  };
  async function readDaysLeft(asha: TestCandidate): Promise<number> {
    const { data } = (await asha.call("GET", `${wallet}/transactions/candidate-transaction?count=10`)).json<{
      data: { list: { progress: { closesAt: string } }[] };
    }>();
    const now = (await app.services.clock.now()).getTime();
    return Math.round((Date.parse(data.list[0]!.progress.closesAt) - now) / (day * 1000));
  }
  const countReminders = async (asha: TestCandidate) =>
    (await asha.call("GET", "/notification/api/1.0/notification?count=100"))
      .json<{ data: { list: { title: string }[] } }>()
      .data.list.filter(({ title }) => title === "Your form is waiting").length;

  test("starts, with its reminders, when the verifier asks", async () => {
    const asha = await submitted();
    await pass(asha, 31 * day);
    await ask(asha, "bgv-tenth");
    await pass(asha, 3601);
    expect(await asha.info()).toMatchObject({ state: "INSUFFICIENT_DATA" });
    expect(await readDaysLeft(asha)).toBe(30);
    expect(await countReminders(asha)).toBe(0);
    await pass(asha, 7 * day);
    expect(await countReminders(asha)).toBe(1);
  });

  test("starts again when the verifier asks for something else", async () => {
    const asha = await submitted();
    await ask(asha, "bgv-tenth");
    await pass(asha, 29 * day);
    const reminded = await countReminders(asha);
    await ask(asha, "bgv-degree");
    await pass(asha, 2 * day);
    expect(await asha.info()).toMatchObject({ state: "INSUFFICIENT_DATA" });
    expect(await readDaysLeft(asha)).toBe(28);
    await pass(asha, 6 * day);
    expect(await countReminders(asha)).toBe(reminded + 1);
  });
});

describe("history", () => {
  test("lists each state of submission, verification and form with its time, as in the ledger", async () => {
    const asha = await submitted();
    await app.advance(3600);
    await asha.signInAgain();
    await decide(asha, {
      verificationName: "bgv-tenth",
      outcome: "insufficient",
      reason: "Cut off",
      fields: ["Marksheet"],
    });
    await repair(asha, "bgv-tenth-1", { Marksheet: await paper(asha, "A better scan") });
    await decide(asha, {
      verificationName: "bgv-tenth",
      outcome: "fail",
      reason: "The board does not know this number",
    });
    const [tenthOnly] = (await read(asha, "bgv-tenth")).responseList;
    expect(tenthOnly).toMatchObject({
      reason: "The board does not know this number",
      fileList: [{ at: "/Marksheet", label: "Marksheet", type: "application/pdf" }],
    });
    expect(tenthOnly!.history.map(({ state }) => state)).toEqual([
      "DATA_SAVED",
      "SUBMITTED",
      "IN_PROGRESS",
      "INSUFFICIENT_DATA",
      "SUBMITTED",
      "IN_PROGRESS",
      "FAILED",
    ]);
    const [sent, asked] = [tenthOnly!.history[2]!.at, tenthOnly!.history[3]!.at];
    expect(Date.parse(asked) - Date.parse(sent)).toBeGreaterThanOrEqual(3_600_000);

    const info = await asha.info<{
      history: { state: string }[];
      evaluation: { history: { state: string }[] };
      verificationList: Record<string, { history: { state: string }[]; failure?: { reason: string } }>;
    }>();
    expect(info.history.map(({ state }) => state)).toEqual([
      "PENDING",
      "READY_TO_SUBMIT",
      "IN_PROGRESS",
      "INSUFFICIENT_DATA",
      "IN_PROGRESS",
    ]);
    expect(info.evaluation.history.map(({ state }) => state)).toEqual(["evaluationRequested"]);
    expect(info.verificationList["bgv-tenth"]).toMatchObject({
      failure: { reason: "The board does not know this number" },
    });
    expect(info.verificationList["bgv-twelfth"]!.history.map(({ state }) => state)).toEqual(["SKIPPED"]);
  });
});
