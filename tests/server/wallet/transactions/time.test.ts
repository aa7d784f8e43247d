import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addWorkingDays } from "#server/wallet/steps/working-days.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { begin } from "./candidate.ts";

const day = 86_400;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const pass = async (asha: Awaited<ReturnType<typeof begin>>, seconds: number) => {
  await app.advance(seconds);
  await asha.signInAgain();
};
const readNotices = async (asha: Awaited<ReturnType<typeof begin>>) =>
  (await asha.call("GET", "/notification/api/1.0/notification?count=100"))
    .json<{ data: { list: { title: string; description: string }[] } }>()
    .data.list.map((notice) => notice.title);

describe("closeIdleTransactions", () => {
  test("reminds after 7, 14, 21 and 28 days and closes after 30, each once", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    await pass(asha, 6.5 * day);
    expect(await readNotices(asha)).toEqual([]);
    await pass(asha, day);
    await pass(asha, 60);
    expect(await readNotices(asha)).toEqual(["Your form is waiting"]);
    await pass(asha, 21 * day);
    expect(await readNotices(asha)).toEqual(["Your form is waiting", "Your form is waiting"]);
    expect(await asha.info()).toMatchObject({ state: "PENDING" });
    await pass(asha, 2 * day);
    expect(await asha.info()).toMatchObject({ state: "CLOSED" });
    expect((await readNotices(asha))[0]).toBe("Verification closed");
    expect((await asha.post("/transactions/process")).json()).toMatchObject({ code: 109, data: { state: "CLOSED" } });
    const messages = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(asha.mobile)}`)).json<{
      list: unknown[];
    }>().list;
    expect(messages).toHaveLength(3);
  });

  test("restarts the 30 days with each answer", async () => {
    const asha = await begin(app, "harbour", "joining-questions", { identity: true });
    await pass(asha, 20 * day);
    const answers = ["motivation", "shift", "joining-date"].map((questionId, i) => ({
      questionId,
      answer: ["Yes", "day", "31-01-2028"][i],
    }));
    await asha.call("PATCH", "/verification/web-wallet/api/1.0/transactions/user-response", {
      orgId: "harbour",
      txnId: asha.txnId,
      data: answers,
    });
    await asha.post("/transactions/process");
    await pass(asha, 15 * day);
    expect(await asha.info()).toMatchObject({ state: "PENDING" });
  });

  test("restarts the reminders when the form is started", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true });
    await pass(asha, 20 * day);
    const before = (await readNotices(asha)).length;
    await asha.post("/transactions/process");
    await pass(asha, 8 * day);
    expect(await readNotices(asha)).toHaveLength(before + 1);
  });
});

test("addWorkingDays skips the Indian weekend", () => {
  expect(addWorkingDays(new Date("2026-11-20T10:00:00Z"), 1).toISOString()).toBe("2026-11-23T10:00:00.000Z");
  expect(addWorkingDays(new Date("2026-11-16T10:00:00Z"), 5).toISOString()).toBe("2026-11-23T10:00:00.000Z");
  // Friday 20:00 UTC is Saturday in India.
  expect(addWorkingDays(new Date("2026-11-20T20:00:00Z"), 1).toISOString()).toBe("2026-11-22T20:00:00.000Z");
});
