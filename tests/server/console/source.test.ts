import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remindSources } from "#server/console/source/source-requests.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read, reasonOf } from "../staff/staff-member.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "./submitted-case.ts";

let app: TestApp;
type Member = Awaited<ReturnType<typeof hire>>;
let vera: Member;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  vera = await hire(app, "verifier", orgId);
});
afterAll(() => app?.close());

const api = "/web-wallet/api/1.0/source-requests";
const institution = "Board of Sample Schools";
let boards = 0;
interface Source {
  id: string;
  status: string;
  answer?: object;
}

/** Asks a board; → the request, the token of its link and its mailbox. */
async function ask({ path }: SubmittedCase, member = vera) {
  const email = `registrar-${(boards += 1)}@board.example`;
  const answer = await member.browser.call("POST", `${path}/source-requests`, { institution, email });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const source = read<Source>(answer);
  return { source, email, token: (await readLetters(email))[0]?.link ?? "" };
}

async function readLetters(email: string) {
  await app.services.outbox.flush();
  const { list } = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(email)}`)).json<{
    list: { subject: string; text: string }[];
  }>();
  return list.map(({ subject, text }) => ({ subject, link: /\/source\/([\w-]{43})/.exec(text)?.[1] }));
}

const view = async (token: string, language = "en") =>
  (await app.call("GET", `${api}/${token}`, { headers: { "accept-language": language } })).json<{
    data: Record<string, unknown> & { documents: { fileId: string; url: string }[] };
  }>().data;
const answerWith = (token: string, body: object) => app.call("POST", `${api}/${token}/answer`, { body });
const correct = { verdict: "correct", registrar: "Meena Rao" };
const sourcesOf = async ({ path }: SubmittedCase) =>
  read<{ sourceList: Source[] }>(await vera.browser.call("GET", path)).sourceList;

describe("an institution", () => {
  test("sees the claim and the document by the link of an email, and its answer is evidence on the case", async () => {
    const one = await submitCase(app);
    const { source, email, token } = await ask(one);
    expect(source).toMatchObject({ institution, email, status: "open", by: { id: vera.id } });
    expect((await readLetters(email))[0]?.subject).toBe(
      "Harbour Staffing asks you to confirm a document of Asha Verma",
    );
    const seen = await view(token);
    expect(seen).toMatchObject({ status: "open", institution, organisation: "Harbour Staffing", holder: "Asha Verma" });
    expect(seen["facts"]).toContainEqual({ label: "Roll number", value: "4711" });
    const file = await app.call("GET", new URL(seen.documents[0]!.url).pathname);
    expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
    const differs = { verdict: "differs", registrar: "Meena Rao", note: "The year is 2016" };
    expect(codeOf(await answerWith(token, differs))).toEqual([200, 0]);
    expect(await sourcesOf(one)).toMatchObject([{ id: source.id, status: "answered", answer: differs }]);
    // Evidence decides nothing.
    expect(read<{ case: object }>(await vera.browser.call("GET", one.path)).case).toMatchObject({
      state: "IN_PROGRESS",
    });
    expect(await view(token)).toMatchObject({ status: "answered", facts: [], documents: [] });
  });

  test("reads the claim in Hindi", async () => {
    const { token } = await ask(await submitCase(app));
    expect(await view(token, "hi")).toMatchObject({ verification: "10वीं की अंकसूची" });
  });

  test("cannot answer twice, nor open a document after its answer", async () => {
    const one = await submitCase(app);
    const { token } = await ask(one);
    const { documents } = await view(token);
    const answers = await Promise.all([answerWith(token, correct), answerWith(token, { verdict: "not-us" })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await app.call("GET", new URL(documents[0]!.url).pathname)).statusCode).toBe(404);
    expect(await sourcesOf(one)).toHaveLength(1);
  });

  test.each([
    ["a name", { verdict: "correct" }, "/registrar"],
    ["a visible name", { verdict: "unknown", registrar: "\u200b " }, "/registrar"],
    ["the difference", { verdict: "differs", registrar: "Meena Rao" }, "/note"],
  ])("is asked for %s", async (_name, body, pointer) => {
    const { token } = await ask(await submitCase(app));
    const refused = await answerWith(token, body);
    expect([refused.statusCode, refused.json().fields[0].pointer]).toEqual([422, pointer]);
    expect(await view(token)).toMatchObject({ status: "open" });
  });

  test("sees files of this answer only", async () => {
    const [one, other] = [await submitCase(app), await submitCase(app)];
    const { token } = await ask(one);
    expect((await app.call("GET", `${api}/${token}/documents/${other.fileId}`)).statusCode).toBe(404);
    expect((await app.call("GET", `${api}/${"a".repeat(43)}/documents/${one.fileId}`)).statusCode).toBe(404);
    expect(await view("a".repeat(43))).toEqual({ status: "unknown", facts: [], documents: [] });
  });

  test("is reminded once after five days, and its link ends after two weeks", async () => {
    const one = await submitCase(app);
    const { email, token } = await ask(one);
    await remindSources(app.services);
    expect(await readLetters(email)).toHaveLength(1);
    await app.advance(5 * 86_400 + 60);
    await Promise.all([remindSources(app.services), remindSources(app.services)]);
    const letters = await readLetters(email);
    expect(letters.map(({ link }) => link)).toEqual([token, token]);
    await app.advance(9 * 86_400);
    expect(await view(token)).toMatchObject({ status: "expired" });
    expect(reasonOf(await answerWith(token, correct))).toBe("source-request-ended");
  });
});

describe("a verifier", () => {
  test("cancels a request, whose link ends", async () => {
    const [one, vera] = [await submitCase(app), await hire(app, "verifier", orgId)];
    const { source, token } = await ask(one, vera);
    const cancel = () => vera.browser.call("POST", `${one.path}/source-requests/${source.id}/cancel`, {});
    expect(read<Source>(await cancel()).status).toBe("cancelled");
    expect(reasonOf(await cancel())).toBe("source-request-ended");
    expect(await view(token)).toMatchObject({ status: "cancelled", documents: [] });
  });

  test("cannot ask about a decided case, nor one of another organisation", async () => {
    const vera = await hire(app, "verifier", orgId);
    const one = await submitCase(app);
    await vera.browser.call("POST", `${one.path}/decision`, { outcome: "complete", version: 1 });
    const body = { institution, email: "registrar@board.example" };
    expect(reasonOf(await vera.browser.call("POST", `${one.path}/source-requests`, body))).toBe("case-not-open");
    const { browser } = await hire(app, "verifier", "gce");
    const path = `/organisations/gce/cases/${one.txnId}/${subType}/source-requests`;
    expect(codeOf(await browser.call("POST", path, body))).toEqual([404, 104]);
  });
});
