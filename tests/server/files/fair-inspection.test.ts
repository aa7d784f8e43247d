import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { makeCostlyPdf } from "./costly-document.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const path = "/utility/api/1.0/detect-document-issues";
let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

test("inspects a document while another candidate's costly ones are under way, and refuses that candidate's 21st", async () => {
  const [greedy, honest] = await Promise.all(
    [newMobile(), newMobile()].map(async (mobile) => (await app.signIn(mobile, { name: "Asha Verma" })).accessToken),
  );
  let costlyDone = 0;
  const costly = Array.from({ length: 2 }, (_, i) =>
    sendFile(app, path, greedy!, makeCostlyPdf(i + 1, 6)).then((answer) => ((costlyDone += 1), answer)),
  );
  for (let document = 0; document < 2; document += 1) {
    const answer = await sendFile(app, path, honest!, await makePdf([`Roll No. ${document}`], 60_000));
    expect([answer.statusCode, answer.json().data.state]).toEqual([200, "COMPLETED"]);
    expect(costlyDone, "the costly documents are still under way").toBe(0);
  }
  const more = await Promise.all(
    Array.from({ length: 19 }, async (_, i) => {
      const pdf = await makePdf([`No. ${i}`], 60_000);
      return Promise.race([
        sendFile(app, path, greedy!, pdf),
        new Promise<undefined>((done) => setTimeout(done, 15_000)),
      ]);
    }),
  );
  const refused = more.filter((answer) => answer?.statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]!.headers["retry-after"]).toBe("10");
  expect((await Promise.all(costly)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
