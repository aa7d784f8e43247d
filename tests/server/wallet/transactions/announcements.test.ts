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

test("sends a further notice and message when the verifier asks for something else", async () => {
  const asha = await submitted();
  await decide(asha, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  await decide(asha, { verificationName: "bgv-employment", outcome: "insufficient", reason: "The letter is unsigned" });
  const words = "Harbour Staffing needs more from you for Background check. Employment: The letter is unsigned";
  expect(await newest(asha)).toEqual(expect.objectContaining({ title: "Action required", description: words }));
  const { list } = (await app.call("GET", "/sandbox/outbox")).json<{ list: { text: string }[] }>();
  expect(list.filter(({ text }) => text.includes(words))).toHaveLength(1);
});

test("sends WhatsApp messages to a number outside India", async () => {
  const mobile = "+447400123456";
  const uk = await submitted(mobile);
  await decide(uk, { verificationName: "bgv-tenth", outcome: "insufficient", reason: "The seal is cut off" });
  const { list } = (await app.call("GET", "/sandbox/outbox")).json<{ list: { to: string; channel: string }[] }>();
  const channels = list.filter(({ to }) => to === mobile).map(({ channel }) => channel);
  expect(channels.length).toBeGreaterThan(0);
  expect(new Set(channels)).toEqual(new Set(["whatsapp"]));
});
