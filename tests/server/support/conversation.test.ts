import { afterAll, beforeAll, expect, test } from "vitest";
import type { WholeChat } from "#engine/core/scope/shapes/chats.ts";
import type { ChatMessage } from "#engine/core/scope/shapes/profile.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { orgId } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { codeOf, consoleApi, hire, origin, read, reasonOf } from "../staff/staff-member.ts";

const profile = "/web-wallet/api/1.0/profile";
const chats = `/organisations/${orgId}/chats`;
type Member = Awaited<ReturnType<typeof hire>>;
let app: TestApp;
let mina: Member;
let omar: Member;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
  omar = await hire(app, "support", orgId);
});
afterAll(() => app?.close());

/** A candidate who has written to support. */
async function begin(name: string, locale = "en") {
  const { accessToken: token } = await app.signIn(newMobile(), { name });
  await app.call("PATCH", profile, { token, body: { locale } });
  const call = (method: "GET" | "POST", path: string, body?: object) => app.call(method, path, { token, body });
  expect((await call("POST", `${profile}/chat`, { text: "Hello", orgId })).statusCode).toBe(200);
  const { rows } = await app.services.pool.query<{ id: string }>("select id from candidates where display_name = $1", [
    name,
  ]);
  const path = `${chats}/${rows[0]!.id}`;
  const open = async ({ browser }: Member = mina) => read<WholeChat>(await browser.call("GET", path));
  const readOwn = async () =>
    (await call("GET", `${profile}/chat?orgId=${orgId}`)).json<{
      data: { list: ChatMessage[]; expectation?: string };
    }>().data;
  return { token, path, open, readOwn, call, id: rows[0]!.id };
}

const audited = async (event: string, candidateId: string) =>
  (
    await app.services.pool.query<{ detail: Record<string, string> }>(
      "select detail from audit_log where event = $1 and detail ->> 'candidateId' = $2",
      [event, candidateId],
    )
  ).rows.map(({ detail }) => detail);

/** Sends a file as a member of staff. */
const attach = ({ browser }: Member, path: string, file: Buffer) =>
  sendFile(app, `${consoleApi}${path}/files`, "", file, { headers: { origin, cookie: browser.cookie! } });

test("fills ready-made replies with the names, in the candidate's language", async () => {
  const { open } = await begin("Asha Rao", "hi");
  const reply = (await open()).replyList.find(({ name }) => name === "greeting");
  expect(reply).toEqual({
    name: "greeting",
    title: "Greeting",
    text: expect.stringMatching(/^नमस्ते Asha Rao, मैं Harbour Staffing से support \d+।/),
  });
  const english = (await (await begin("Ravi Iyer")).open()).replyList.find(({ name }) => name === "greeting");
  expect(english?.text).toMatch(/^Hello Ravi Iyer, this is support \d+ from Harbour Staffing\./);
});

test("hands a conversation over to a colleague, which both see and the audit log keeps", async () => {
  const { path, open, id } = await begin("Tara Sen");
  expect((await open()).colleagueList.map(({ value }) => value)).toEqual([omar.id]);
  await mina.browser.call("POST", `${path}/claim`);
  const handed = await mina.browser.call("POST", `${path}/hand-over`, { staffId: omar.id });
  expect(codeOf(handed)).toEqual([200, 0]);
  for (const member of [mina, omar])
    expect(await open(member)).toMatchObject({
      assignee: { id: omar.id },
      handedOverBy: expect.stringMatching(/^support/),
    });
  expect(await audited("staff-chat-handed-over", id)).toMatchObject([{ staffId: mina.id, to: omar.id, orgId }]);
  const late = await mina.browser.call("POST", `${path}/hand-over`, { staffId: omar.id });
  expect([...codeOf(late), reasonOf(late)]).toEqual([409, 109, "chat-assigned"]);
  await mina.browser.call("POST", `${path}/claim`);
  expect((await open()).handedOverBy).toBeUndefined();
  expect(await audited("staff-chat-claimed", id)).toHaveLength(2);
});

test("hands nothing over to oneself, to another role, or by a role that may not", async () => {
  const { path } = await begin("Sunil Das");
  const vera = await hire(app, "verifier", orgId);
  const elsewhere = await hire(app, "support", "gce");
  for (const staffId of [mina.id, vera.id, elsewhere.id, "made-up"])
    expect(codeOf(await mina.browser.call("POST", `${path}/hand-over`, { staffId }))).toEqual([404, 104]);
  expect(codeOf(await vera.browser.call("POST", `${path}/hand-over`, { staffId: omar.id }))).toEqual([403, 103]);
});

test("takes one of two answers that are sent at once", async () => {
  const { path, readOwn } = await begin("Lata Pillai");
  const answers = await Promise.all(
    [mina, omar].map(({ browser }, index) => browser.call("POST", `${path}/messages`, { text: `Answer ${index}` })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await readOwn()).list.filter(({ from }) => from === "support")).toHaveLength(1);
});

test("carries a file of the candidate to staff, who open it with a row in the audit log", async () => {
  const one = await begin("Nandini Rao");
  const stored = await sendFile(app, "/utility/api/1.0/files", one.token, await makePdf(["a letter"]));
  const fileId = stored.json<{ data: { fileUrl: string } }>().data.fileUrl.split("/").at(-1)!;
  const sent = await one.call("POST", `${profile}/chat`, { fileId, orgId });
  expect(sent.json().data).toMatchObject({ text: "", file: { fileId, fileName: expect.any(String) } });
  expect((await one.open()).fileList).toMatchObject([{ id: fileId, by: "Nandini Rao" }]);

  const opened = await mina.browser.call("POST", `${one.path}/files/${fileId}`);
  expect(codeOf(opened)).toEqual([200, 0]);
  const { url } = read<{ url: string }>(opened);
  const bytes = await mina.browser.call("GET", url.replace(consoleApi, ""));
  expect(bytes.headers["content-type"]).toBe("application/pdf");
  const { rows } = await app.services.pool.query(
    "select detail from audit_log where event = 'staff-document-viewed' and detail ->> 'fileId' = $1",
    [fileId],
  );
  expect(rows).toMatchObject([{ detail: { staffId: mina.id, orgId } }]);

  const other = await begin("Kiran Rao");
  expect(codeOf(await mina.browser.call("POST", `${other.path}/files/${fileId}`))).toEqual([404, 104]);
  expect((await other.call("POST", `${profile}/chat`, { fileId, orgId })).statusCode).toBe(404);
  expect((await other.call("POST", `${profile}/chat`, { orgId })).statusCode).toBe(422);
});

test("carries a file of staff to the candidate, and refuses other types and a colleague's conversation", async () => {
  const { path, readOwn, call, open } = await begin("Meera Joshi");
  const sent = await attach(mina, path, await makePdf(["an answer"]));
  expect(sent.statusCode, sent.body).toBe(200);
  const [message] = (await readOwn()).list;
  expect(message).toMatchObject({ from: "support", file: { fileName: expect.any(String) } });
  const file = await call("GET", `/utility/api/1.0/files/${message!.file!.fileId}`);
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect((await open()).assignee?.id).toBe(mina.id);
  expect((await attach(omar, path, await makePdf(["another"]))).statusCode).toBe(409);
  expect((await attach(mina, path, Buffer.from("#!/bin/sh\necho no"))).statusCode).toBe(415);
});

test("shows a file as refused on both sides when the scan finds a virus, also after its row is gone", async () => {
  const one = await begin("Vikram Nair");
  const stored = await sendFile(app, "/utility/api/1.0/files", one.token, await makePdf(["infected later"]));
  const fileId = stored.json<{ data: { fileUrl: string } }>().data.fileUrl.split("/").at(-1)!;
  await app.services.pool.query("update files set scan = 'waiting' where id = $1", [fileId]);
  await one.call("POST", `${profile}/chat`, { fileId, orgId });
  expect((await one.readOwn()).list[0]).toMatchObject({ file: { fileId, scan: "waiting" } });
  expect(codeOf(await mina.browser.call("POST", `${one.path}/files/${fileId}`))).toEqual([409, 109]);
  await app.services.pool.query("update files set scan = 'infected' where id = $1", [fileId]);
  expect((await one.readOwn()).list[0]).toMatchObject({ file: { scan: "infected" } });
  expect((await one.open()).fileList).toMatchObject([{ id: fileId, scan: "infected" }]);
  expect(codeOf(await mina.browser.call("POST", `${one.path}/files/${fileId}`))).toEqual([404, 104]);
  const again = await one.call("POST", `${profile}/chat`, { fileId, orgId });
  expect(again.statusCode).toBe(415);
  await app.services.pool.query("delete from files where id = $1", [fileId]);
  const { file } = (await one.readOwn()).list[0]!;
  expect(file).toEqual({ fileName: expect.any(String), scan: "infected" });
});
