import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { hire } from "../staff/staff-member.ts";
import { readDeliveries, readEvaluation, verify } from "./verified.ts";

const byEmail = (document: AnyDefinition): AnyDefinition =>
  isKind(document, "request") && document.evaluation
    ? { ...document, evaluation: { ...document.evaluation, delivery: "email" } }
    : document;
const to = "files@partner.example";
const codeTo = "+911140000000";

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({
    config: await definitionsConfig(byEmail),
    settings: { deliveries: { gce: { email: { to, codeTo } } } },
  });
});
afterAll(() => app?.close());

/** The newest message to a mailbox or phone. */
const readNewest = async (recipient: string): Promise<string> =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(recipient)}`)).json().list[0].text;
const readLetters = async () => {
  const path = new URL(/http\S+/.exec(await readNewest(to))![0]).pathname;
  return { path, code: /\d{8}/.exec(await readNewest(codeTo))![0] };
};
const enter = (path: string, code: string) =>
  app.call("POST", path, {
    body: new URLSearchParams({ code }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

describe("deliveries by email", () => {
  test("send a link and, to the phone, a code; opening the files is the receipt", async () => {
    const asha = await verify(app);
    const { path, code } = await readLetters();
    expect(path).not.toContain(code);
    const page = await app.call("GET", path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Code from the other message");
    expect(page.body).not.toContain("/deliveries/files/");
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");

    expect((await enter(path, "00000000")).body).toContain("This code is not right");
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
    const opened = await enter(path, ` ${code.slice(0, 4)} ${code.slice(4)} `);
    const addresses = [...opened.body.matchAll(/href="([^"]+)"/g)].map(([, address]) => new URL(address!).pathname);
    expect(addresses.length).toBeGreaterThan(2);
    expect((await app.call("GET", addresses[0]!)).statusCode).toBe(200);
    expect(await readEvaluation(app, asha)).toBe("documentSent");
    // Opened once more, for files that were not saved.
    expect((await enter(path, code)).statusCode).toBe(200);
    await app.services.jobs.runDue({ all: true });
    const report = await readLetters();
    expect(report.path).not.toBe(path);
    expect((await enter(report.path, code)).body).toContain("This code is not right");
    await enter(report.path, report.code);
    expect(await readEvaluation(app, asha)).toBe("evaluationReportSent");
  });

  test("end after ten wrong codes, until staff send them again with another link and code", async () => {
    const asha = await verify(app);
    const { path, code } = await readLetters();
    await Promise.all(Array.from({ length: 12 }, () => enter(path, "00000000")));
    expect((await enter(path, code)).body).toContain("This link no longer works");
    const { documents } = await readDeliveries(app, asha);
    const { browser: lead } = await hire(app, "lead");
    await lead.call("POST", `/organisations/gce/deliveries/${documents.id}/resend`);
    await app.services.jobs.runDue({ all: true });
    const again = await readLetters();
    expect(again.path).not.toBe(path);
    expect((await app.call("GET", path)).body).toContain("This link no longer works");
    expect((await enter(again.path, again.code)).body).toContain("can see that you have these files");
  });

  test("open nothing by a link with another secret, and name no candidate before the code", async () => {
    const asha = await verify(app);
    const { path, code } = await readLetters();
    expect((await app.call("GET", path)).body).not.toContain("Candidate");
    expect((await enter(`${path}x`, code)).body).toContain("This link no longer works");
    expect((await app.call("GET", "/deliveries/open/made-up")).statusCode).toBe(404);
    expect(await readEvaluation(app, asha)).toBe("evaluationRequested");
  });
});
