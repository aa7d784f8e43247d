import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, employment, tenth, type TestCandidate } from "./candidate.ts";

let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

async function submitted(mobile?: string): Promise<TestCandidate> {
  const asha = await begin(app, "harbour", "background-check", {
    identity: true,
    process: true,
    ...(mobile && { mobile }),
  });
  const file = await asha.upload();
  await asha.save("bgv-employment", employment(file));
  await asha.save("bgv-address", address(await asha.takePhoto()));
  await asha.save("bgv-tenth", tenth(file));
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  await asha.post("/transactions/process");
  return asha;
}

const decide = (asha: TestCandidate, body: Record<string, unknown>) =>
  app.call("POST", "/sandbox/verifier", { body: { txnId: asha.txnId, ...body } });
const newest = async (asha: TestCandidate) =>
  (await asha.call("GET", "/notification/api/1.0/notification")).json<{
    data: { list: { title: string; description: string }[] };
  }>().data.list[0];

test("names the verification and the verifier's reason in the notice", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  expect(await newest(asha)).toEqual(
    expect.objectContaining({
      title: "Action required",
      description: "Harbour Staffing needs more from you for Background check. 10th Marksheet: The seal is cut off",
    }),
  );
});

test("uses a default text when a failure has no reason", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-employment", outcome: "fail" });
  await decide(asha, { outcome: "complete" });
  expect((await newest(asha))?.description).toBe(
    "Employment for Background check could not be verified: no reason was given. Open it to see more.",
  );
});

const textsTo = async ({ mobile }: TestCandidate) => {
  const sent = await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`);
  return sent
    .json<{ list: { text: string }[] }>()
    .list.map(({ text }) => text)
    .filter((text) => !text.includes("password"));
};
const toMessage = ({ txnId }: TestCandidate, ...lines: string[]) =>
  [
    "Harbour Staffing needs more from you for Background check:",
    ...lines,
    `Open your form to send it: http://localhost:3000/ekyc/background-check/${txnId}?orgId=harbour`,
  ].join("\n");

test("sends one message about the requests of five minutes, with a notice for each", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  await decide(asha, { verificationName: "bgv-employment", outcome: "insufficient", reason: "The letter is unsigned" });
  const words = "Harbour Staffing needs more from you for Background check. Employment: The letter is unsigned";
  expect(await newest(asha)).toEqual(expect.objectContaining({ title: "Action required", description: words }));
  await app.services.outbox.flush();
  expect(await textsTo(asha)).toEqual([]);
  await app.advance(301);
  await app.services.outbox.flush();
  expect(await textsTo(asha)).toEqual([
    toMessage(asha, "10th Marksheet: The seal is cut off", "Employment (A small firm): The letter is unsigned"),
  ]);
});

test("sends the message at once when nothing is left to decide", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  for (const verificationName of ["bgv-employment", "bgv-address"])
    await decide(asha, { verificationName, outcome: "insufficient", reason: "It is too old" });
  expect(await textsTo(asha)).toEqual([
    toMessage(
      asha,
      "10th Marksheet: The seal is cut off",
      "Employment (A small firm): It is too old",
      "Address: It is too old",
    ),
  ]);
});

test("sends nothing about a request that the candidate answers within the time", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  const data = { Marksheet: await asha.upload(["another page"]) };
  expect((await asha.post("/bgv/insufficiency", { subType: "bgv-tenth-1", data })).statusCode).toBe(200);
  await app.advance(301);
  await app.services.outbox.flush();
  expect(await textsTo(asha)).toEqual([]);
});

test("sends WhatsApp messages to a number outside India", async () => {
  const mobile = "+447400123456";
  const uk = await submitted(mobile);
  await decide(uk, { outcome: "insufficient", reason: "The seal is cut off" });
  const { list } = (await app.call("GET", "/sandbox/outbox")).json<{ list: { to: string; channel: string }[] }>();
  const channels = list.filter(({ to }) => to === mobile).map(({ channel }) => channel);
  expect(channels.length).toBeGreaterThan(0);
  expect(new Set(channels)).toEqual(new Set(["whatsapp"]));
});
