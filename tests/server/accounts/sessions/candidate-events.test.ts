import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CandidateChanges } from "#server/accounts/sessions/candidate-watch.ts";
import { countStreams } from "#server/api/event-stream.ts";
import { buildApp, type App } from "#server/app.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { orgId, submitCase } from "../../console/submitted-case.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { openEvents, until } from "../../open-events.ts";
import { consoleApi, hire, origin, read } from "../../staff/staff-member.ts";
import { begin } from "../../wallet/transactions/candidate.ts";

const profile = "/web-wallet/api/1.0/profile";
let app: TestApp;
let other: App;
let base: string;
let otherBase: string;

/** Two servers on one database. Embedded, they share its one connection; with DATABASE_URL each has its own pool. */
beforeAll(async () => {
  await buildDetectWorker();
  const config = await definitionsConfig();
  app = await startTestApp({ config });
  other = await buildApp({
    settings: app.settings,
    config,
    ...(app.settings.databaseUrl === undefined && { store: app.services.store }),
  });
  base = await listen(app);
  otherBase = await listen(other);
});
afterAll(async () => {
  await other?.server.close();
  await app?.close();
});

async function listen({ server }: App): Promise<string> {
  await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${profile}`;
}

const open = async (token: string, at = base) => {
  const events = await openEvents<CandidateChanges>(`${at}/events`, { authorization: `Bearer ${token}` });
  const listIds = (of: "transactionList" | "chatList") => new Set(events.read().flatMap((changes) => changes[of]));
  return { ...events, listIds };
};

test("announces a skip to the candidate's other page, on the other server within two seconds", async () => {
  const asha = await begin(app, orgId, "background-check", { identity: true, process: true });
  const [own, far] = [await open(asha.token), await open(asha.token, otherBase)];
  const stranger = await open((await app.signIn(newMobile())).accessToken, otherBase);
  expect(own.answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  await sleep(300);
  await asha.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  for (const events of [own, far]) {
    expect(await until(() => events.read().length > 0, 2000)).toBe(true);
    expect([...events.listIds("transactionList")]).toEqual([asha.txnId]);
  }
  await sleep(300);
  expect(stranger.read()).toEqual([]);
  for (const events of [own, far, stranger]) events.close();
});

test("announces a decision, an answer of support, a notice and a changed name by what they are", async () => {
  const { candidate, txnId, path } = await submitCase(app, { name: "Ravi Iyer" });
  const events = await open(candidate.token, otherBase);
  const [lead, support] = [await hire(app, "lead", orgId), await hire(app, "support", orgId)];
  await sleep(300);
  const before = events.read().length;
  await candidate.call("POST", `${profile}/chat`, { text: "Hello", orgId });
  expect(await until(() => events.listIds("chatList").has(orgId), 2000)).toBe(true);
  const [chat] = read<{ list: { candidateId: string }[] }>(
    await support.browser.call("GET", `/organisations/${orgId}/chats`),
  ).list;
  const count = events.read().length;
  await support.browser.call("POST", `/organisations/${orgId}/chats/${chat!.candidateId}/messages`, { text: "Hi" });
  expect(await until(() => events.read().length > count, 2000)).toBe(true);

  await lead.browser.call("POST", `${path}/claim`);
  const decided = await lead.browser.call("POST", `${path}/decision`, {
    outcome: "insufficient",
    version: 1,
    fieldList: [{ at: "/Marksheet", reason: "unreadable" }],
  });
  expect(decided.statusCode, decided.body).toBe(200);
  expect(await until(() => events.listIds("transactionList").has(txnId), 2000)).toBe(true);
  expect(await until(() => events.read().some(({ profile: changed }) => changed), 50)).toBe(false);
  await candidate.call("PATCH", profile, { displayName: "Ravi K. Iyer" });
  expect(await until(() => events.read().some(({ profile: changed }) => changed), 2000)).toBe(true);
  expect(before).toBe(0);
  events.close();
});

test("ends at once with its session, on both servers", async () => {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile);
  const { accessToken: kept } = await app.signIn(mobile);
  const [own, far, stays] = [await open(token), await open(token, otherBase), await open(kept)];
  await app.call("POST", `${profile}/logout`, { token });
  expect(await until(() => !own.isOpen() && !far.isOpen(), 2000)).toBe(true);
  expect(stays.isOpen()).toBe(true);
  stays.close();
});

test("ends with its access token", async () => {
  const { accessToken: token } = await app.signIn(newMobile());
  const events = await open(token);
  await app.advance(3590);
  await sleep(300);
  expect(events.isOpen()).toBe(true);
  await app.advance(20);
  expect(await until(() => !events.isOpen(), 12_000)).toBe(true);
});

test("opens at most ten times for one candidate, and again when one of them is closed", async () => {
  const { accessToken: token } = await app.signIn(newMobile());
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(token)));
  expect((await open(token)).answer.status).toBe(429);
  streams.pop()!.close();
  await sleep(300);
  const again = await open(token);
  expect(again.answer.status).toBe(200);
  for (const stream of [...streams, again]) stream.close();
});

test("needs a session of a candidate", async () => {
  expect((await open("made-up")).answer.status).toBe(401);
  const { browser } = await hire(app, "support", orgId);
  const answer = await fetch(`${base}/events`, { headers: { cookie: browser.cookie!, origin } });
  expect(answer.status).toBe(401);
  expect(consoleApi).not.toContain("web-wallet");
});

describe("a thousand open streams", () => {
  test("share one connection to the database, one timer and bounded memory", async () => {
    const countConnections = async () => {
      const { rows } = await app.services.pool.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database()",
      );
      return rows[0]!.count;
    };
    expect(await until(() => countStreams(app.server) === 0, 2000)).toBe(true);
    const tokens: string[] = [];
    for (let n = 0; n < 100; n += 1) tokens.push((await app.signIn(newMobile())).accessToken);
    const memory = process.memoryUsage().heapUsed;
    const streams: Awaited<ReturnType<typeof open>>[] = [];
    for (let n = 0; n < 10; n += 1) streams.push(...(await Promise.all(tokens.map((token) => open(token)))));
    expect(streams.filter(({ answer }) => answer.status !== 200)).toEqual([]);
    expect(countStreams(app.server)).toBe(1000);
    // The pool of ten connections may have grown meanwhile; the streams add one that listens.
    expect(await countConnections()).toBeLessThanOrEqual(15);
    // The clients of these streams are in this process too.
    expect(process.memoryUsage().heapUsed - memory).toBeLessThan(150 * 1024 * 1024);
    // Streams leave the budget of open calls, so all other calls go on.
    await app.call("PATCH", profile, { token: tokens[0]!, body: { displayName: "Asha V." } });
    const ofFirst = streams.filter((_, index) => index % tokens.length === 0);
    expect(await until(() => ofFirst.every((stream) => stream.read().length === 1), 3000)).toBe(true);
    expect(streams.filter((stream) => stream.read().length > 0)).toHaveLength(10);
    for (const stream of streams) stream.close();
    expect(await until(() => countStreams(app.server) === 0, 10_000)).toBe(true);
  });
});
