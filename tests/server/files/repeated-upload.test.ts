import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const utility = "/utility/api/1.0";
let app: TestApp;
let token: string;
let mine: Buffer;
let another: Buffer;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  token = (await app.signIn(newMobile())).accessToken;
  [mine, another] = [await makePdf(), await makePdf(["Another paper"])];
});
afterAll(() => app?.close());

const send = async (file: Buffer, key: string, name = "paper.pdf", path = "files") => {
  const answer = await sendFile(app, `${utility}/${path}`, token, file, { key, name });
  return {
    status: answer.statusCode,
    ...answer.json<{ code: number; message?: string; data?: { fileUrl: string } }>(),
  };
};
const countFiles = async () =>
  (await app.services.pool.query<{ n: number }>("select count(*)::int as n from files")).rows[0]!.n;

test("returns the stored file for a repeated Idempotency-Key, and rejects another file with the key", async () => {
  const key = "one-key-for-one-file";
  const first = await send(mine, key);
  expect(first).toMatchObject({ status: 200, code: 0 });
  expect((await send(mine, key)).data).toEqual(first.data);
  expect(await countFiles()).toBe(1);
  for (const other of [await send(another, key), await send(mine, key, "other.pdf")])
    expect(other).toMatchObject({ status: 409, code: 112, message: expect.stringMatching(/\w/) });
  expect(await countFiles()).toBe(1);
  // With its own key it is accepted.
  expect(await send(another, "another-key-for-it")).toMatchObject({ status: 200, code: 0 });
});

test("does the same for a checked document, and keeps no rejected file on the disk", async () => {
  const key = "one-key-for-one-look";
  const look = (file: Buffer) => send(file, key, "paper.pdf", "detect-document-issues");
  const first = await look(mine);
  expect((await look(mine)).data).toEqual(first.data);
  expect(await look(another)).toMatchObject({ status: 409, code: 112 });
  const { folders } = toUploadFolders(app.settings.dataDir);
  expect(readdirSync(folders.incoming)).toEqual([]);
  expect(readdirSync(folders.uploads)).toHaveLength(1);
});
