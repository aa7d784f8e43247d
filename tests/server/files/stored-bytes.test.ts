import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSettings } from "#server/platform/settings.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const { budgets } = loadSettings({ SANDBOX: "1" }, () => ({}));
const fileBytes = 400_000;
const detectPath = "/utility/api/1.0/detect-document-issues";
const uploadPath = "/utility/api/1.0/files";
let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: {
      addressLimits: true,
      budgets: { ...budgets, storedBytes: 2_000_000, storedBytesPerHour: 1_000_000, inspectionsPerHour: 8 },
    },
  });
});
afterAll(() => app?.close());

const signIn = async (mobile: string) => (await app.signIn(mobile, { name: "Asha Verma" })).accessToken;
const begin = (token: string, length: number) =>
  app.call("POST", "/utility/api/1.0/uploads", {
    token,
    headers: { "tus-resumable": "1.0.0", "upload-length": String(length) },
  });

test("limits a candidate's bytes by hour and in all, for uploads and files together, and no other candidate's", async () => {
  const mobile = newMobile();
  let token = await signIn(mobile);
  const file = await makePdf(undefined, fileBytes);
  expect((await sendFile(app, uploadPath, token, file)).statusCode).toBe(200);
  expect((await begin(token, fileBytes)).statusCode).toBe(201);
  for (const answer of [await sendFile(app, uploadPath, token, file), await begin(token, fileBytes)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([429, 108]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3000);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(3600);
  }
  expect((await begin(await signIn(newMobile()), fileBytes)).statusCode, "another candidate").toBe(201);
  await app.advance(3601);
  token = await signIn(mobile);
  for (const expected of [201, 201]) expect((await begin(token, fileBytes)).statusCode).toBe(expected);
  await app.advance(3601);
  token = await signIn(mobile);
  const full = await begin(token, fileBytes + 100_000);
  expect([full.statusCode, Number(full.headers["retry-after"])]).toEqual([429, 86_400]);
});

test("limits a candidate's inspections by hour", async () => {
  const token = await signIn(newMobile());
  const statuses: number[] = [];
  for (let number = 0; number < 9; number += 1)
    statuses.push((await sendFile(app, detectPath, token, await makePdf([`No. ${number}`], 60_000))).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
});
