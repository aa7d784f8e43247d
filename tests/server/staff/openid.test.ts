import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import http from "node:http";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite } from "#server/staff/members.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { codeOf, ConsoleBrowser, origin, read, reasonOf } from "./staff-member.ts";

// The other side is oidc-provider, a certified OpenID Connect server: https://github.com/panva/node-oidc-provider
let app: TestApp;
let server: Server;
let isVerified = true;

/** Reserves a port: the issuer's name has it before the provider listens. */
async function findPort(): Promise<number> {
  const probe = http.createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

beforeAll(async () => {
  const port = await findPort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = { client_id: "sanad-console", client_secret: "a-secret-of-the-provider" };
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${origin}/console/openid/callback`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["a key of the provider"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: isVerified }),
    }),
  });
  await new Promise<void>((resolve) => (server = provider.listen(port, "127.0.0.1", resolve)));
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: {
      openid: {
        harbour: { issuer, clientId: client.client_id, clientSecret: client.client_secret, name: "Harbour account" },
      },
    },
  });
});
afterAll(async () => {
  server?.close();
  await app?.close();
});

let people = 0;
async function hireByAddress(...orgIds: string[]): Promise<string> {
  const email = `lena-${(people += 1)}@harbour.example`;
  for (const orgId of orgIds) await invite(app.services.db, { email, orgId, role: "verifier" }, null);
  return email;
}

const cookiesOf = (answer: { headers: Record<string, unknown> }): string[] =>
  [answer.headers["set-cookie"] ?? []].flat().map(String);

/** Leaves for the provider; → its address, and the cookie for the way back. */
async function leave(orgId = "harbour", query = "") {
  const answer = await app.call("GET", `/console/openid/${orgId}${query}`);
  return {
    status: answer.statusCode,
    to: String(answer.headers.location),
    cookie: cookiesOf(answer)[0]?.split(";")[0],
  };
}

/** Answers the provider's pages as a person does; → the address that it sends the browser back to. */
async function answerProvider(to: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = to;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    const answer = await fetch(address, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie },
      ...(body && { body }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    if (location?.startsWith(origin)) return location;
    const page = location === null ? await answer.text() : "";
    body = undefined;
    if (location !== null) address = new URL(location, address).href;
    else if (page.includes('value="login"'))
      body = new URLSearchParams({ prompt: "login", login: email, password: "x" });
    else body = new URLSearchParams({ prompt: "consent" });
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action !== undefined) address = action;
  }
  throw new Error("the provider did not send the browser back");
}

const comeBack = (address: string, cookie: string | undefined) =>
  app.call("GET", address.slice(origin.length), {
    headers: { ...(cookie && { cookie }), "sec-fetch-site": "cross-site" },
  });

/** Signs in at the provider; → where the browser lands, with its session. */
async function signIn(email: string, query = "") {
  const left = await leave("harbour", query);
  const answer = await comeBack(await answerProvider(left.to, email), left.cookie);
  const browser = new ConsoleBrowser(app);
  browser.cookie = cookiesOf(answer)
    .find((one) => one.startsWith("__Host-sanad-staff="))
    ?.split(";")[0];
  return { at: answer.headers.location, browser };
}

describe("sign-in at the organisation's provider", () => {
  test("opens a session with the roles in that organisation only", async () => {
    const email = await hireByAddress("harbour", "gce");
    const { at, browser } = await signIn(email);
    expect(at).toBe("/console?orgId=harbour");
    expect(read(await browser.call("GET", "/staff/me"))).toMatchObject({
      email,
      roleList: [{ orgId: "harbour", role: "verifier" }],
    });
    expect(codeOf(await browser.call("GET", "/organisations/harbour/cases"))).toEqual([200, 0]);
    expect(codeOf(await browser.call("GET", "/organisations/gce/cases"))).toEqual([404, 104]);
  });

  test("leads to no passkey, which would open the roles elsewhere too", async () => {
    const { browser } = await signIn(await hireByAddress("harbour", "gce"), "?prove=true");
    expect(reasonOf(await browser.call("POST", "/staff/passkeys/options"))).toBe("passkey-sign-in-needed");
  });

  test("counts as a proof when the provider has just asked the person", async () => {
    const { browser } = await signIn(await hireByAddress("harbour"), "?prove=true");
    const { provedUntil } = read<{ provedUntil: string }>(await browser.call("GET", "/staff/me"));
    expect(Date.parse(provedUntil)).toBeGreaterThan((await app.services.clock.now()).getTime());
  });

  test("refuses a person who does not work there, and an address that is not verified", async () => {
    const stranger = await hireByAddress("gce");
    expect((await signIn(stranger)).at).toBe("/console/sign-in?orgId=harbour&problem=not-a-member");
    const email = await hireByAddress("harbour");
    isVerified = false;
    const { at, browser } = await signIn(email).finally(() => (isVerified = true));
    expect([at, browser.cookie]).toEqual(["/console/sign-in?orgId=harbour&problem=not-verified", undefined]);
  });

  test("refuses an answer of another browser, a forged state and a code that was used", async () => {
    const email = await hireByAddress("harbour");
    const left = await leave();
    const back = await answerProvider(left.to, email);
    const problem = "/console/sign-in?problem=provider";
    expect((await comeBack(back, undefined)).headers.location).toBe(problem);
    const forged = back.replace(/state=[^&]+/, "state=forged");
    expect((await comeBack(forged, left.cookie)).headers.location).toContain("problem=provider");
    expect((await comeBack(back, left.cookie)).headers.location).toBe("/console?orgId=harbour");
    expect((await comeBack(back, left.cookie)).headers.location).toContain("problem=provider");
    await app.advance(601);
    expect((await comeBack(back, left.cookie)).headers.location).toBe(problem);
  });

  test("is offered by name on the sign-in page of its organisation", async () => {
    const ways = await app.call("GET", "/console/api/1.0/staff/sign-ins/ways?orgId=harbour");
    expect(ways.json().data).toEqual({
      provider: { name: "Harbour account", address: `${origin}/console/openid/harbour` },
    });
  });

  test("is not offered by an organisation without a provider", async () => {
    const ways = await app.call("GET", "/console/api/1.0/staff/sign-ins/ways?orgId=gce");
    expect(ways.json().data).toEqual({});
    expect((await leave("gce")).status).toBe(404);
    expect((await leave("constructor")).status).toBe(404);
  });
});
