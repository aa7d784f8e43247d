import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatList, WholeChat } from "#engine/core/scope/shapes/chats.ts";
import type { ChatMessage } from "#engine/core/scope/shapes/profile.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { orgId, submitCase } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read, reasonOf } from "../staff/staff-member.ts";

const profile = "/web-wallet/api/1.0/profile";
const chats = `/organisations/${orgId}/chats`;
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;
let omar: Awaited<ReturnType<typeof hire>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
  omar = await hire(app, "support", orgId);
});
afterAll(() => app?.close());

/** A candidate who may write to support. */
async function enter(name: string) {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name });
  const write = (text: string, to: string | undefined = orgId) =>
    app.call("POST", `${profile}/chat`, { token, body: { text, ...(to && { orgId: to }) } });
  const readOwn = async () =>
    (await app.call("GET", `${profile}/chat?orgId=${orgId}&count=100`, { token })).json<{
      data: { list: ChatMessage[]; total: number; unread: number };
    }>().data;
  const markRead = () => app.call("POST", `${profile}/chat/read`, { token, body: { orgId } });
  return { mobile, token, write, readOwn, markRead };
}

const list = async (query = "", { browser } = mina) =>
  read<ChatList>(await browser.call("GET", `${chats}${query}`)).list;
const find = async (name: string, query = "") => (await list(query)).find((chat) => chat.displayName === name);
const open = async (candidateId: string) => read<WholeChat>(await mina.browser.call("GET", `${chats}/${candidateId}`));
const answer = (candidateId: string, text: string, { browser } = mina) =>
  browser.call("POST", `${chats}/${candidateId}/messages`, { text });

test("shows a candidate's message to the support of the organisation, and the answer to the candidate", async () => {
  const asha = await enter("Asha Rao");
  expect((await asha.write("Where is my form?")).statusCode).toBe(200);
  const waiting = await find("Asha Rao");
  expect(waiting).toMatchObject({ lastText: "Where is my form?", unread: 1, waitingSince: expect.any(String) });
  const { candidateId } = waiting!;
  await mina.browser.call("POST", `${chats}/${candidateId}/read`);
  expect((await find("Asha Rao"))?.unread).toBe(0);

  expect(codeOf(await answer(candidateId, "It is with the verifier."))).toEqual([200, 0]);
  expect(await find("Asha Rao")).toBeUndefined();
  expect((await find("Asha Rao", "?show=all"))?.assignee).toMatchObject({ id: mina.id });
  const { list: own, unread } = await asha.readOwn();
  expect(own.map(({ from, text }) => `${from}: ${text}`)).toEqual([
    "support: It is with the verifier.",
    "candidate: Where is my form?",
  ]);
  expect(unread).toBe(1);
  await asha.markRead();
  expect((await asha.readOwn()).unread).toBe(0);
  expect((await open(candidateId)).messageList.map(({ by = "candidate" }) => by)).toEqual([
    "candidate",
    expect.stringMatching(/^support \d+$/),
  ]);
});

test("lists the longest wait first, and in pages", async () => {
  const names = ["First Person", "Second Person", "Third Person"];
  for (const name of names) {
    await (await enter(name)).write("Hello");
    await app.advance(60);
  }
  const waiting = (await list()).map(({ displayName }) => displayName).filter((name) => names.includes(name));
  expect(waiting).toEqual(names);
  const page = read<ChatList>(await mina.browser.call("GET", `${chats}?count=1`));
  const next = read<ChatList>(await mina.browser.call("GET", `${chats}?count=100&after=${page.next}`));
  const all = (await list()).map(({ candidateId }) => candidateId);
  expect([...page.list, ...next.list].map(({ candidateId }) => candidateId)).toEqual(all);
  const newest = (await list("?show=all&count=100")).map(({ lastAt }) => lastAt);
  expect(newest).toEqual(newest.toSorted().toReversed());
});

test("refuses the answer of a second colleague until they take the conversation over", async () => {
  const ravi = await enter("Ravi Iyer");
  await ravi.write("Hello");
  const { candidateId } = (await find("Ravi Iyer"))!;
  await mina.browser.call("POST", `${chats}/${candidateId}/claim`);
  const refused = await answer(candidateId, "Good morning.", omar);
  expect(codeOf(refused)).toEqual([409, 109]);
  expect(reasonOf(refused)).toBe("chat-assigned");
  expect((await list("?assignee=me")).map(({ displayName }) => displayName)).toContain("Ravi Iyer");
  await omar.browser.call("POST", `${chats}/${candidateId}/claim`);
  expect(codeOf(await answer(candidateId, "Good morning.", omar))).toEqual([200, 0]);
  await omar.browser.call("POST", `${chats}/${candidateId}/release`);
  expect((await open(candidateId)).assignee).toBeUndefined();
  expect((await ravi.readOwn()).list.map(({ text }) => text)).toEqual(["Good morning.", "Hello"]);
});

test("keeps conversations from other organisations, other roles and texts that look empty", async () => {
  const tara = await enter("Tara Sen");
  await tara.write("Hello");
  const { candidateId } = (await find("Tara Sen"))!;
  const vera = await hire(app, "verifier", orgId);
  expect(codeOf(await vera.browser.call("GET", chats))).toEqual([403, 103]);
  const other = await hire(app, "support", "gce");
  expect(codeOf(await other.browser.call("GET", `${chats}/${candidateId}`))).toEqual([404, 104]);
  expect(codeOf(await other.browser.call("GET", `/organisations/gce/chats/${candidateId}`))).toEqual([404, 104]);
  expect(codeOf(await answer(candidateId, " \u200b\n "))).toEqual([422, 106]);
  expect((await tara.write(" \u2060 ")).statusCode).toBe(422);
  expect((await tara.write("Hello", "no-such-organisation")).statusCode).toBe(404);
  expect((await tara.readOwn()).total).toBe(1);
});

test("shows the candidate's forms and cases beside the conversation", async () => {
  const { candidate, txnId } = await submitCase(app, { name: "Sunil Das" });
  // Without an organisation it goes to the one of the latest form.
  await candidate.call("POST", `${profile}/chat`, { text: "Hello" });
  const { candidateId } = (await find("Sunil Das"))!;
  const chat = await open(candidateId);
  expect(chat.mobile).toMatch(/^…\d{4}$/);
  expect(chat.formList).toMatchObject([{ txnId, formId: "background-check", state: "IN_PROGRESS" }]);
  expect(chat.caseList).toContainEqual({
    txnId,
    subType: "bgv-tenth-1",
    label: "10th Marksheet",
    state: "IN_PROGRESS",
  });
});

test("sends one message about answers that are unread for ten minutes", async () => {
  const lata = await enter("Lata Pillai");
  await lata.write("Hello");
  const { candidateId } = (await find("Lata Pillai"))!;
  const listReminders = async () =>
    (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(lata.mobile)}`))
      .json<{ list: { text: string }[] }>()
      .list.filter(({ text }) => text.includes("has answered you"));
  await answer(candidateId, "Good morning.");
  await app.advance(9 * 60);
  expect(await listReminders()).toEqual([]);
  await app.advance(2 * 60);
  await app.advance(60);
  expect((await listReminders()).map(({ text }) => text)).toEqual([
    expect.stringContaining("Harbour Staffing has answered you in the support chat."),
  ]);
  await answer(candidateId, "Anything else?");
  await lata.markRead();
  await app.advance(15 * 60);
  expect(await listReminders()).toHaveLength(1);
});
