import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSystemToken } from "#server/console/systems/tokens.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { codeOf, ConsoleBrowser, hire, read } from "../staff/staff-member.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

const roles = [
  ["verifier", "Verifier"],
  ["lead", "Lead verifier"],
  ["support", "Support"],
  ["finance", "Finance"],
  ["author", "Author"],
  ["admin", "Administrator"],
  ["auditor", "Auditor"],
];
const press = (body: object) => app.call("POST", "/sandbox/staff", { body });

/** A browser after one press. */
async function signIn(body: object): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(app);
  browser.cookie = String((await press(body)).headers["set-cookie"]).split(";")[0];
  return browser;
}

test.each(roles)("signs in as the %s by one press", async (role = "", title) => {
  const browser = await signIn({ role });
  expect(read<object>(await browser.call("GET", "/staff/me"))).toMatchObject({
    displayName: `${title} (SANDBOX)`,
    roleList: [{ orgId: "gce", role }],
  });
});

test("signs in by the console's own operation, as its page does", async () => {
  const browser = new ConsoleBrowser(app);
  const answer = await browser.call("POST", "/staff/sign-ins/sandbox", { role: "verifier", orgId: "harbour" });
  expect(read<object>(answer)).toMatchObject({ displayName: "Verifier (SANDBOX)" });
  expect(codeOf(await browser.call("GET", "/organisations/harbour/cases"))).toEqual([200, 0]);
  const unknown = await new ConsoleBrowser(app).call("POST", "/staff/sign-ins/sandbox", {
    role: "x",
    orgId: "harbour",
  });
  expect([codeOf(unknown), unknown.headers["set-cookie"]]).toEqual([[404, 104], undefined]);
});

test("is the same person at the next press, with a fresh proof", async () => {
  const browser = await signIn({ role: "admin", orgId: "harbour" });
  const invite = () =>
    browser.call("POST", "/organisations/harbour/staff", { email: "new@example.org", role: "verifier" });
  await app.advance(301);
  expect(codeOf(await invite())).toEqual([403, 122]);
  const again = await signIn({ role: "admin", orgId: "harbour" });
  expect(read(await again.call("GET", "/staff/me"))["id"]).toBe(read(await browser.call("GET", "/staff/me"))["id"]);
  browser.cookie = again.cookie;
  expect(codeOf(await invite())).toEqual([200, 0]);
});

test.each([{ role: "emperor" }, { role: "constructor" }, { role: "admin", orgId: "no-such" }])(
  "is 404 with %o",
  async (body) => {
    const answer = await press(body);
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([404, undefined]);
  },
);

describe("outside the sandbox", () => {
  test.each([
    ["no sandbox", { sandbox: false }],
    ["a sandbox in production", { production: true }],
  ])("does not exist with %s", async (_name, settings) => {
    const other = await startTestApp({ settings });
    const answer = await other.call("POST", "/sandbox/staff", { body: { role: "admin" } });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([404, undefined]);
    const signIn = await new ConsoleBrowser(other).call("POST", "/staff/sign-ins/sandbox", {
      role: "admin",
      orgId: "gce",
    });
    expect([codeOf(signIn), signIn.headers["set-cookie"]]).toEqual([[404, 104], undefined]);
    const { browser } = await hire(other, "lead");
    expect(codeOf(await browser.call("POST", "/staff/proofs/sandbox"))).toEqual([404, 104]);
    await other.close();
  });
});

test("gives a verifier's system a token of its API without a client secret, and none to an unknown system", async () => {
  const answer = await app.call("POST", "/sandbox/system", { body: { system: "transport-records" } });
  const token = answer.json<{ accessToken: string }>().accessToken;
  const list = await app.call("GET", "/verifier/api/1.0/submissions", { token });
  expect(list.json()).toMatchObject({ code: 0, data: { list: [] } });
  const { secrets, clock, settings } = app.services;
  const inProduction = { secrets, clock, settings: { ...settings, production: true } };
  await expect(readSystemToken(inProduction, token)).rejects.toMatchObject({ kind: "signedOut" });
  const none = await app.call("POST", "/sandbox/system", { body: { system: "none" } });
  expect(none.statusCode).toBe(404);
});
