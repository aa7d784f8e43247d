import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite } from "#server/staff/members.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { SoftwareAuthenticator } from "../../support/software-authenticator.ts";
import { codeOf, ConsoleBrowser, hire, origin, read, reasonOf } from "./staff-member.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

let invited = 0;
async function inviteNew(): Promise<string> {
  const email = `new-${(invited += 1)}@example.org`;
  const { token } = await invite(app.services.db, { email, orgId: "gce", role: "admin" }, null);
  return token!;
}

describe("an invitation", () => {
  test("gives the person a passkey, a session and the operations of their role", async () => {
    const browser = new ConsoleBrowser(app);
    const accepted = await browser.accept(await inviteNew(), " Vera ");
    expect(read<object>(accepted)).toMatchObject({
      displayName: "Vera",
      roleList: [{ orgId: "gce", role: "admin" }],
      may: { gce: expect.arrayContaining(["staff.invite", "staff.list"]) },
    });
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([200, 0]);
  });

  test("sets a cookie that scripts, other sites and other hosts cannot use", async () => {
    const accepted = await new ConsoleBrowser(app).accept(await inviteNew());
    expect(accepted.headers["set-cookie"]).toMatch(
      /^__Host-sanad-staff=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });

  test("works once", async () => {
    const token = await inviteNew();
    await new ConsoleBrowser(app).accept(token);
    expect(codeOf(await new ConsoleBrowser(app).accept(token))).toEqual([404, 104]);
  });

  test("opens one account when two browsers accept it at the same moment", async () => {
    const token = await inviteNew();
    const answers = await Promise.all([new ConsoleBrowser(app).accept(token), new ConsoleBrowser(app).accept(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test("ends after three days", async () => {
    const token = await inviteNew();
    await app.advance(72 * 3600 + 1);
    expect(codeOf(await new ConsoleBrowser(app).accept(token))).toEqual([404, 104]);
  });

  test("is replaced by the next one", async () => {
    const [first, second] = [await inviteNew(), await inviteNew()];
    const again = await invite(
      app.services.db,
      { email: `new-${invited}@example.org`, orgId: "gce", role: "verifier" },
      null,
    );
    expect(codeOf(await new ConsoleBrowser(app).accept(second))).toEqual([404, 104]);
    expect(codeOf(await new ConsoleBrowser(app).accept(again.token!))).toEqual([200, 0]);
    expect(codeOf(await new ConsoleBrowser(app).accept(first))).toEqual([200, 0]);
  });
});

describe("a sign-in by passkey", () => {
  test("needs no name, and opens another session", async () => {
    const { browser, id } = await hire(app, "admin");
    const other = new ConsoleBrowser(app);
    other.device = browser.device;
    expect(read(await other.signIn())["id"]).toBe(id);
    expect(other.cookie).not.toBe(browser.cookie);
  });

  test("is refused for an unknown passkey, a repeated answer and an answer of another page", async () => {
    const { browser } = await hire(app, "admin");
    expect(codeOf(await new ConsoleBrowser(app).signIn())).toEqual([400, 123]);
    const options = read<object>(await browser.call("POST", "/staff/sign-ins/options"));
    const response = browser.device.use(options);
    expect(codeOf(await browser.call("POST", "/staff/sign-ins", { response }))).toEqual([200, 0]);
    expect(codeOf(await browser.call("POST", "/staff/sign-ins", { response }))).toEqual([400, 123]);
    const foreign = browser.device.use(read<object>(await browser.call("POST", "/staff/sign-ins/options")), {
      origin: "https://evil.example",
    });
    expect(codeOf(await browser.call("POST", "/staff/sign-ins", { response: foreign }))).toEqual([400, 123]);
  });

  test("is not replaced by the token of a candidate", async () => {
    const { accessToken } = await app.signIn("+919000000077");
    const browser = new ConsoleBrowser(app);
    const answer = await browser.call("GET", "/staff/me", undefined, { authorization: `Bearer ${accessToken}` });
    expect(codeOf(answer)).toEqual([401, 101]);
  });
});

describe("a session", () => {
  test("ends after half an hour without a call", async () => {
    const { browser } = await hire(app, "admin");
    await app.advance(29 * 60);
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([200, 0]);
    await app.advance(29 * 60);
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([200, 0]);
    await app.advance(30 * 60 + 1);
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([401, 101]);
  });

  test("ends twelve hours after the sign-in, however busy it is", async () => {
    const { browser } = await hire(app, "admin");
    for (let quarter = 0; quarter < 12 * 3 - 1; quarter += 1) {
      await app.services.pool.query("update sandbox_clock set offset_ms = offset_ms + 1200000");
      expect((await browser.call("GET", "/staff/me")).statusCode).toBe(200);
    }
    await app.advance(20 * 60);
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([401, 101]);
  });

  test("ends at the sign-out, in every copy of the cookie", async () => {
    const { browser } = await hire(app, "admin");
    const stolen = browser.cookie!;
    expect(codeOf(await browser.call("POST", "/staff/sign-out"))).toEqual([200, 0]);
    expect(browser.cookie).toBeUndefined();
    browser.cookie = stolen;
    expect(codeOf(await browser.call("GET", "/staff/me"))).toEqual([401, 101]);
  });
});

describe("a call with the cookie", () => {
  const list = "/organisations/gce/staff";
  test.each([
    ["the origin of another site", { origin: "https://evil.example" }],
    ["the origin of a sandboxed frame", { origin: "null" }],
    ["the site header of another site", { "sec-fetch-site": "cross-site" }],
    ["the site header of another host of the domain", { "sec-fetch-site": "same-site" }],
  ])("is refused with %s", async (_name, headers) => {
    const { browser } = await hire(app, "admin");
    const answer = await browser.call("POST", "/staff/sign-out", {}, headers);
    expect([codeOf(answer), reasonOf(answer)]).toEqual([[403, 103], "foreign-page"]);
    expect(codeOf(await browser.call("GET", list, undefined, headers))).toEqual([403, 103]);
    expect(codeOf(await browser.call("GET", list))).toEqual([200, 0]);
  });

  test("is refused when it changes something and names no origin", async () => {
    const { browser } = await hire(app, "admin");
    const headers = { cookie: browser.cookie! };
    const answer = await app.call("POST", "/console/api/1.0/staff/sign-out", { body: {}, headers });
    expect(codeOf(answer)).toEqual([403, 103]);
  });
});

describe("the passkeys of a person", () => {
  const add = async (browser: ConsoleBrowser, device: SoftwareAuthenticator) => {
    const options = await browser.call("POST", "/staff/passkeys/options");
    if (options.statusCode !== 200) return options;
    const response = device.create(read<object>(options));
    return browser.call("POST", "/staff/passkeys", { name: " Spare\u200b key ", response });
  };

  test("can be several, and each signs in until it is removed", async () => {
    const { browser, id } = await hire(app, "admin");
    const spare = new ConsoleBrowser(app);
    const { list } = read<{ list: { id: string; name: string }[] }>(await add(browser, spare.device));
    expect(list.map(({ name }) => name)).toEqual(["Spare key", expect.any(String)]);
    expect(read(await spare.signIn())["id"]).toBe(id);
    expect(codeOf(await browser.call("DELETE", `/staff/passkeys/${list[0]!.id}`))).toEqual([200, 0]);
    expect(codeOf(await spare.signIn())).toEqual([400, 123]);
    const last = await browser.call("DELETE", `/staff/passkeys/${list[1]!.id}`);
    expect([codeOf(last), reasonOf(last)]).toEqual([[409, 109], "last-passkey"]);
    expect(codeOf(await browser.signIn())).toEqual([200, 0]);
  });

  test("cannot be changed without a fresh proof, nor by a colleague", async () => {
    const [{ browser }, other] = [await hire(app, "admin"), await hire(app, "admin")];
    const { list } = read<{ list: { id: string }[] }>(await browser.call("GET", "/staff/passkeys"));
    expect(codeOf(await other.browser.call("DELETE", `/staff/passkeys/${list[0]!.id}`))).toEqual([404, 104]);
    await app.advance(301);
    expect(codeOf(await add(browser, new SoftwareAuthenticator(origin)))).toEqual([403, 122]);
    expect(codeOf(await browser.call("DELETE", `/staff/passkeys/${list[0]!.id}`))).toEqual([403, 122]);
  });
});
