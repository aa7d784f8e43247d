import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "#server/reference/lists/csv.ts";
import { imports } from "#server/reference/lists/imports.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test("reads CSV with quotes, line ends inside quotes and a byte order mark", () => {
  expect(readCsv('\uFEFFName,"Short, names"\r\n"A ""great""\ncollege",x;y\r\n\r\n')).toEqual([
    { name: 'A "great"\ncollege', shortnames: "x;y" },
  ]);
});

test("finds imported institutes and pincodes, and prefers them to the seed data", async () => {
  const { accessToken: token } = await app.signIn(newMobile());
  expect(await imports.institutes!(app.services.db, readCsv("name,aliases\nMeadow College of Music,MCM\n"))).toBe(1);
  const found = await app.call("GET", "/utility/api/1.0/institutes?search=mcm", { token });
  expect(found.json()).toMatchObject({
    data: { total: 1, list: [{ name: "Meadow College of Music", value: "meadow-college-of-music" }] },
  });
  const csv =
    "OfficeName,Pincode,District,StateName\nJubilee Hills S.O,500033,HYDERABAD,TELANGANA\nOther B.O,500033,HYDERABAD,TELANGANA\nBad,1,X,Y\n";
  expect(await imports.pincodes!(app.services.db, readCsv(csv))).toBe(1);
  const place = await app.call("GET", "/utility/api/1.0/pincode/500033", { token });
  expect(place.json()).toMatchObject({
    data: { state: { code: "TG" }, district: "Hyderabad", locality: "Jubilee Hills", vtc: "Jubilee Hills" },
  });
  await expect(imports.pincodes!(app.services.db, readCsv("a,b\n1,2\n"))).rejects.toThrow("needs the columns");
});
