import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";

const place = "/web-wallet/api/1.0/profile/verification-detail";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app.close());

/** A stored file of a candidate, as its URL. */
async function addFile(mobile: string): Promise<string> {
  const id = newId();
  await app.services.pool.query(
    `insert into files (id, candidate_id, file_name, content_type, size_bytes, sha256, created_at)
     select $1, id, 'passport.pdf', 'application/pdf', 50000, 'x', app_now() from candidates where mobile = $2`,
    [id, mobile],
  );
  return `/utility/api/1.0/files/${id}`;
}

const put = (token: string, data: Record<string, unknown>, type = "passport") =>
  app.call("PUT", place, { token, body: { type, data } });

test("verifies the name by a passport, and stores four characters of its number", async () => {
  const mobile = newMobile();
  const { accessToken } = await app.signIn(mobile, { name: "Nick" });
  const documentUrl = await addFile(mobile);
  const answer = await put(accessToken, {
    passportNumber: "Z1234567",
    name: "Asha Devi Rao",
    expiryDate: "01-02-2035",
    documentUrl,
  });
  expect(answer.json().data).toMatchObject({
    displayName: "Nick",
    profileDetails: { name: "Asha Devi Rao" },
    verificationDetailList: {
      identity: { verificationList: [{ type: "passport", subType: "passport", maskedNumber: "XXXX4567" }] },
    },
  });
  const { rows } = await app.services.pool.query("select t::text as line from profile_verifications t");
  expect(rows.some((row: { line: string }) => /z1234567/i.test(row.line))).toBe(false);
});

test("rejects missing, wrong and expired values and another candidate's file with pointers below /data", async () => {
  const stranger = newMobile();
  await app.signIn(stranger);
  const { accessToken } = await app.signIn(newMobile());
  const empty = await put(accessToken, {});
  expect([empty.statusCode, empty.json().code]).toEqual([422, 106]);
  expect(empty.json().fields.map((field: { pointer: string }) => field.pointer)).toEqual([
    "/data/passportNumber",
    "/data/name",
    "/data/expiryDate",
    "/data/documentUrl",
  ]);
  const wrong = await put(accessToken, {
    passportNumber: "?",
    name: "Asha",
    expiryDate: "01-02-2015",
    documentUrl: await addFile(stranger),
  });
  expect(wrong.json().fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ pointer: "/data/passportNumber" }),
      expect.objectContaining({ pointer: "/data/expiryDate", message: "This passport has expired" }),
      expect.objectContaining({ pointer: "/data/documentUrl", message: "File not found" }),
    ]),
  );
  expect(
    (await app.call("GET", "/web-wallet/api/1.0/profile", { token: accessToken })).json().data.profileDetails,
  ).toEqual({});
});

test("rejects any other identity by form", async () => {
  const { accessToken } = await app.signIn(newMobile());
  expect((await put(accessToken, { name: "Somebody" }, "aadhaar")).json().code).toBe(100);
});
