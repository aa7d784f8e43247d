import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConsoleWatch, type Changes } from "#server/console/watch.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { openEvents, until } from "../open-events.ts";
import { codeOf, consoleApi, hire } from "../staff/staff-member.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "./submitted-case.ts";

let app: TestApp;
let one: SubmittedCase;
let base: string;
type Member = Awaited<ReturnType<typeof hire>>;
let lena: Member;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  one = await submitCase(app);
  lena = await hire(app, "lead", orgId);
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  base = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}${consoleApi}`;
});
afterAll(() => app?.close());

/** Opens the stream of an organisation, and collects what arrives. */
async function open({ browser }: Member, organisation = orgId) {
  const url = `${base}/organisations/${organisation}/case-events`;
  const events = await openEvents<Changes>(url, { cookie: browser.cookie! });
  return { ...events, listEvents: () => events.read().flatMap(({ list }) => list) };
}

test("announces a claim and a note to another person within two seconds", async () => {
  const vera = await hire(app, "verifier", orgId);
  const stream = await open(vera);
  expect(stream.answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  await sleep(300);
  expect(stream.listEvents()).toEqual([]);
  await lena.browser.call("POST", `${one.path}/claim`);
  expect(await until(() => stream.listEvents().length === 1, 2000)).toBe(true);
  expect(stream.listEvents()).toEqual([{ txnId: one.txnId, subType }]);
  await lena.browser.call("POST", `${one.path}/notes`, { text: "Called." });
  expect(await until(() => stream.listEvents().length === 2, 2000)).toBe(true);
  await sleep(1500);
  expect(stream.listEvents()).toHaveLength(2);
  stream.close();
});

test("announces a candidate's message to those who may read conversations, and to no one else", async () => {
  const [support, vera] = [await hire(app, "support", orgId), await hire(app, "verifier", orgId)];
  const [own, other] = [await open(support), await open(vera)];
  await sleep(300);
  await one.candidate.call("POST", "/web-wallet/api/1.0/profile/chat", { text: "Hello" });
  const chats = () => own.read().flatMap(({ chatList }) => chatList);
  expect(await until(() => chats().length === 1, 2000)).toBe(true);
  const chat = await support.browser.call("GET", `/organisations/${orgId}/chats/${chats()[0]}`);
  expect(codeOf(chat)).toEqual([200, 0]);
  await sleep(1500);
  expect(other.read()).toEqual([]);
  own.close();
  other.close();
});

test("announces what a candidate submits", async () => {
  const stream = await open(lena);
  await sleep(300);
  const { txnId } = await submitCase(app);
  expect(await until(() => stream.listEvents().some((change) => change.txnId === txnId), 3000)).toBe(true);
  stream.close();
});

test("ends without another event when the person is removed", async () => {
  const [admin, gone] = [await hire(app, "admin", orgId), await hire(app, "verifier", orgId)];
  const stream = await open(gone);
  await sleep(300);
  await admin.browser.call("DELETE", `/organisations/${orgId}/staff/${gone.id}`);
  await lena.browser.call("POST", `${one.path}/release`);
  await lena.browser.call("POST", `${one.path}/claim`);
  await stream.ended;
  expect(stream.listEvents()).toEqual([]);
});

test("opens for the roles of its organisation alone, and at most ten times for one person", async () => {
  const [other, admin, vera] = [
    await hire(app, "verifier", "gce"),
    await hire(app, "admin", orgId),
    await hire(app, "verifier", orgId),
  ];
  expect(codeOf(await other.browser.call("GET", `/organisations/${orgId}/case-events`))).toEqual([404, 104]);
  expect(codeOf(await admin.browser.call("GET", `/organisations/${orgId}/case-events`))).toEqual([403, 103]);
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(vera)));
  expect(codeOf(await vera.browser.call("GET", `/organisations/${orgId}/case-events`))).toEqual([429, 108]);
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
  const again = await (async () => {
    for (;;) {
      const stream = await open(vera);
      if (stream.answer.status === 200) return stream;
      await sleep(50);
    }
  })();
  again.close();
});

test("keeps no session open", async () => {
  const vera = await hire(app, "verifier", orgId);
  const stream = await open(vera);
  await app.advance(31 * 60);
  await lena.browser.signIn();
  await lena.browser.call("POST", `${one.path}/notes`, { text: "Called again." });
  await stream.ended;
  expect(stream.listEvents()).toEqual([]);
});

test("reaches the watch of another server", async () => {
  const { db, log } = app.services;
  const seen: Changes["list"] = [];
  const watch = new ConsoleWatch({ db, log });
  const end = watch.add(orgId, ({ list }) => seen.push(...list));
  await sleep(500);
  await lena.browser.call("POST", `${one.path}/notes`, { text: "Third call." });
  expect(await until(() => seen.length === 1, 2000)).toBe(true);
  end();
});

test("ends at a shutdown", async () => {
  const other = await startTestApp({ config: await definitionsConfig() });
  await other.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = other.server.server.address() as AddressInfo;
  const vera = await hire(other, "verifier", orgId);
  const answer = await fetch(`http://127.0.0.1:${port}${consoleApi}/organisations/${orgId}/case-events`, {
    headers: { cookie: vera.browser.cookie! },
  });
  const ended = answer.text().then(() => "ended");
  const start = Date.now();
  await other.close();
  expect(await ended).toBe("ended");
  expect(Date.now() - start).toBeLessThan(8000);
});
