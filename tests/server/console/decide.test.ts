import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite } from "#server/staff/members.ts";
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

const decide = ({ browser }: Member, { path }: SubmittedCase, body: object) =>
  browser.call("POST", `${path}/decision`, { version: 1, ...body });
const complete = { outcome: "complete" };
const fail = { outcome: "fail", reason: "not-confirmed" };
const more = { outcome: "insufficient", fieldList: [{ at: "/Marksheet", reason: "unreadable" }] };
const getCase = async ({ browser }: Member, { path }: SubmittedCase) =>
  read<Record<string, unknown>>(await browser.call("GET", path));
const infoOf = ({ candidate }: SubmittedCase, language = "en") =>
  app.call(
    "GET",
    `/verification/web-wallet/api/1.0/transactions/bgv-tenth/info?orgId=${orgId}&txnId=${candidate.txnId}`,
    { token: candidate.token, headers: { "accept-language": language } },
  );

describe("a decision", () => {
  test("verifies a case, by the function of the signed results, and names who decided", async () => {
    const one = await submitCase(app);
    expect(read(await decide(vera, one, complete))).toEqual({ state: "COMPLETED" });
    expect((await infoOf(one)).json().data).toMatchObject({ state: "COMPLETED" });
    expect((await getCase(vera, one))["decisionList"]).toMatchObject([{ outcome: "complete", by: { id: vera.id } }]);
    const { rows } = await app.services.pool.query(
      "select moved_by from state_ledger where transaction_id = $1 and item = $2 and to_state = 'COMPLETED'",
      [one.txnId, subType],
    );
    expect(rows).toEqual([{ moved_by: "cases.decide" }]);
  });

  test("fails a case with a ready-made reason, which the candidate reads in their language", async () => {
    const one = await submitCase(app);
    expect(read(await decide(vera, one, fail))).toEqual({ state: "FAILED" });
    const reasonIn = async (language: string) => (await infoOf(one, language)).json().data.responseList[0].reason;
    expect(await reasonIn("en")).toBe("The institution could not confirm this.");
    expect(await reasonIn("hi")).toBe("संस्थान इसकी पुष्टि नहीं कर सका।");
  });

  test("asks for fields, each with its reason, and keeps the answer as it was", async () => {
    const one = await submitCase(app);
    const asked = {
      outcome: "insufficient",
      fieldList: [
        { at: "/Marksheet", reason: "unreadable" },
        { at: "/rollNumber", reason: "details-differ" },
      ],
    };
    expect(read(await decide(vera, one, asked))).toEqual({ state: "INSUFFICIENT_DATA" });
    const { request } = (await infoOf(one)).json().data;
    expect(request.fieldList).toMatchObject([
      { at: "/rollNumber", reason: "This differs from your document. Please check it." },
      { at: "/Marksheet", reason: "We cannot read this. Please send a sharper picture." },
    ]);
    expect(request.reason).toBe(
      "We cannot read this. Please send a sharper picture.\nThis differs from your document. Please check it.",
    );
    const inHindi = (await infoOf(one, "hi")).json().data.request;
    expect(inHindi.reason.split("\n")).toEqual([
      inHindi.fieldList.find(({ at }: { at: string }) => at === "/Marksheet").reason,
      inHindi.fieldList.find(({ at }: { at: string }) => at === "/rollNumber").reason,
    ]);
    expect(inHindi.reason).not.toContain("sharper");
    const file = await one.candidate.upload(["another page"]);
    const repaired = await one.candidate.post("/bgv/insufficiency", {
      subType,
      data: { Marksheet: file, rollNumber: "4712" },
    });
    expect(codeOf(repaired)).toEqual([200, 0]);
    const found = await getCase(vera, one);
    expect(found).toMatchObject({
      version: 2,
      data: { rollNumber: "4712" },
      versionList: [{ version: 1, data: { rollNumber: "4711" }, changedList: ["/rollNumber", "/Marksheet"] }],
    });
    expect((found["documentList"] as { version: number }[]).map(({ version }) => version)).toEqual([2, 1]);
    expect(codeOf(await decide(vera, one, complete))).toEqual([409, 111]);
    expect(read(await decide(vera, one, { ...complete, version: 2 }))).toEqual({ state: "COMPLETED" });
  });

  test.each([
    ["a reason that the catalogue lacks", { outcome: "fail", reason: "no-such" }, "/reason"],
    ["a reason of another kind", { outcome: "fail", reason: "unreadable" }, "/reason"],
    ["an inherited name as its reason", { outcome: "fail", reason: "constructor" }, "/reason"],
    [
      "a field that the form lacks",
      { outcome: "insufficient", fieldList: [{ at: "/nothing", reason: "unreadable" }] },
      "/fieldList/0/at",
    ],
    [
      "an unknown reason of a field",
      { outcome: "insufficient", fieldList: [{ at: "/Marksheet", reason: "no" }] },
      "/fieldList/0/reason",
    ],
  ])("is refused with %s, and changes nothing", async (_name, body, pointer) => {
    const one = await submitCase(app);
    const answer = await decide(vera, one, body);
    expect([codeOf(answer), answer.json().fields[0].pointer]).toEqual([[422, 106], pointer]);
    expect((await getCase(vera, one))["decisionList"]).toEqual([]);
  });

  test("wins against another at the same time, which is refused", async () => {
    const [one, lena] = [await submitCase(app), await hire(app, "lead", orgId)];
    const answers = await Promise.all([decide(vera, one, complete), decide(lena, one, fail)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(reasonOf(refused)).toBe("case-not-open");
    expect((await getCase(vera, one))["decisionList"]).toHaveLength(1);
  });

  test("is refused for a case that a colleague works on, with their name", async () => {
    const [one, lena] = [await submitCase(app), await hire(app, "lead", orgId)];
    expect(codeOf(await lena.browser.call("POST", `${one.path}/claim`))).toEqual([200, 0]);
    const answer = await decide(vera, one, complete);
    expect([codeOf(answer), reasonOf(answer)]).toEqual([[409, 109], "case-assigned"]);
    expect(answer.json().message).toMatch(/^lead \d+ works on this case$/);
    expect(codeOf(await decide(lena, one, complete))).toEqual([200, 0]);
  });

  test("is refused by a rule of catalogues/states, in the words of the rule", async () => {
    const one = await submitCase(app);
    await decide(vera, one, more);
    // Nothing comes from the candidate, and the transaction is closed.
    await app.advance(31 * 24 * 3600);
    await vera.browser.signIn();
    const other = { ...one, path: one.path.replace(subType, "bgv-employment-1") };
    expect(await getCase(vera, other)).toMatchObject({ case: { state: "CLOSED" } });
    const answer = await decide(vera, other, complete);
    expect([codeOf(answer), reasonOf(answer)]).toEqual([[409, 109], "not-with-verifier"]);
    expect(codeOf(await vera.browser.call("POST", `${other.path}/claim`))).toEqual([409, 109]);
  });

  test("cannot be made by another organisation, another role, a removed person, or through another path", async () => {
    const one = await submitCase(app);
    const [other, support] = [await hire(app, "verifier", "gce"), await hire(app, "support", orgId)];
    expect(codeOf(await decide(other, one, complete))).toEqual([404, 104]);
    const ownPath = { ...one, path: `/organisations/gce/cases/${one.txnId}/${subType}` };
    expect(codeOf(await decide(other, ownPath, complete))).toEqual([404, 104]);
    expect(codeOf(await other.browser.call("GET", ownPath.path))).toEqual([404, 104]);
    expect(codeOf(await decide(support, one, complete))).toEqual([403, 103]);
    const [admin, removed] = [await hire(app, "admin", orgId), await hire(app, "verifier", orgId)];
    await admin.browser.call("DELETE", `/organisations/${orgId}/staff/${removed.id}`);
    expect(codeOf(await decide(removed, one, complete))).toEqual([401, 101]);
    expect((await getCase(vera, one))["decisionList"]).toEqual([]);
  });

  test("tells the candidate once when the same call is repeated with its key", async () => {
    const one = await submitCase(app);
    const headers = { "idempotency-key": `decision-${one.txnId}` };
    const call = () => vera.browser.call("POST", `${one.path}/decision`, { version: 1, ...complete }, headers);
    expect([codeOf(await call()), codeOf(await call())]).toEqual([
      [200, 0],
      [200, 0],
    ]);
    expect((await getCase(vera, one))["decisionList"]).toHaveLength(1);
  });
});

describe("a preview", () => {
  const preview = ({ browser }: Member, { path }: SubmittedCase, body: object) =>
    browser.call("POST", `${path}/preview`, { version: 1, ...body });

  test("shows exactly what leaves after the decision, in the candidate's language, and changes nothing", async () => {
    const one = await submitCase(app);
    await one.candidate.call("PATCH", "/web-wallet/api/1.0/profile", { locale: "hi" });
    const { messageList, reason, fieldList, language } = read<{
      messageList: { channel: string; text: string }[];
      reason: string;
      fieldList: object[];
      language: string;
    }>(await preview(vera, one, more));
    const sharper = "हम इसे पढ़ नहीं पा रहे। कृपया ज़्यादा साफ़ तस्वीर भेजें।";
    expect([language, reason]).toEqual(["hi", sharper]);
    expect(fieldList).toMatchObject([{ at: "/Marksheet", reason: sharper }]);
    const sent = async () =>
      (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(one.candidate.mobile)}`)).json().list as {
        channel: string;
        text: string;
      }[];
    const before = await sent();
    expect(await getCase(vera, one)).toMatchObject({ case: { state: "IN_PROGRESS" }, decisionList: [] });
    await decide(vera, one, more);
    // The message waits five minutes for further decisions.
    await app.advance(301);
    await app.services.outbox.flush();
    const after = (await sent()).slice(0, (await sent()).length - before.length);
    expect(after.map(({ channel, text }) => ({ channel, text }))).toEqual(
      messageList.map(({ channel, text }) => ({ channel, text })),
    );
    expect(messageList).toHaveLength(1);
  });

  test("is refused as the decision would be", async () => {
    const one = await submitCase(app);
    expect(codeOf(await preview(vera, one, { outcome: "fail", reason: "no-such" }))).toEqual([422, 106]);
    await decide(vera, one, complete);
    expect(codeOf(await preview(vera, one, fail))).toEqual([409, 109]);
    const support = await hire(app, "support", orgId);
    expect(codeOf(await preview(support, one, fail))).toEqual([403, 103]);
  });
});

describe("a withdrawal", () => {
  test("by a verifier waits for a second person, and happens once", async () => {
    const [one, lena] = [await submitCase(app), await hire(app, "lead", orgId)];
    await vera.browser.prove();
    await decide(vera, one, complete);
    const withdraw = (reason = "issued-in-error") => vera.browser.call("POST", `${one.path}/withdrawal`, { reason });
    const answer = await withdraw();
    expect(codeOf(answer)).toEqual([403, 124]);
    const { approvalId } = answer.json().data;
    expect((await withdraw()).json().data).toEqual({ approvalId });
    const approvals = `/organisations/${orgId}/approvals`;
    expect(read(await lena.browser.call("GET", approvals))).toMatchObject({
      list: [{ id: approvalId, operation: "cases.withdraw", subject: `${one.txnId} ${subType}` }],
    });
    expect(codeOf(await lena.browser.call("POST", `${approvals}/${approvalId}`, { approve: true }))).toEqual([200, 0]);
    expect(codeOf(await lena.browser.call("POST", `${approvals}/${approvalId}`, { approve: true }))).toEqual([
      404, 104,
    ]);
    // The approval is for this reason.
    expect(codeOf(await withdraw("found-not-genuine"))).toEqual([403, 124]);
    expect(codeOf(await withdraw())).toEqual([200, 0]);
    const { rows } = await app.services.pool.query("select revoked_reason from credentials where transaction_id = $1", [
      one.txnId,
    ]);
    expect(rows).toEqual([{ revoked_reason: "It was issued in error." }]);
    expect(codeOf(await withdraw())).toEqual([403, 124]);
  });

  test("by a lead needs a fresh passkey, and no second person", async () => {
    const [one, lena] = [await submitCase(app), await hire(app, "lead", orgId)];
    expect(await getCase(vera, one)).toMatchObject({ isWithdrawable: false });
    await decide(lena, one, complete);
    expect(await getCase(vera, one)).toMatchObject({ isWithdrawable: true });
    const withdraw = () => lena.browser.call("POST", `${one.path}/withdrawal`, { reason: "issued-in-error" });
    await app.advance(301);
    expect(codeOf(await withdraw())).toEqual([403, 122]);
    // A sandbox has no authenticator: one press.
    expect(codeOf(await lena.browser.call("POST", "/staff/proofs/sandbox"))).toEqual([200, 0]);
    expect(codeOf(await withdraw())).toEqual([200, 0]);
    expect(codeOf(await withdraw())).toEqual([409, 109]);
    expect(await getCase(vera, one)).toMatchObject({ isWithdrawable: false });
  });
});

test("refuses an approval by the person who asked for it", async () => {
  const one = await submitCase(app);
  const asker = await hire(app, "verifier", orgId);
  await decide(asker, one, complete);
  const answer = await asker.browser.call("POST", `${one.path}/withdrawal`, { reason: "issued-in-error" });
  const { approvalId } = answer.json().data;
  await invite(app.services.db, { email: asker.email, orgId, role: "lead" }, null);
  const approve = await asker.browser.call("POST", `/organisations/${orgId}/approvals/${approvalId}`, {
    approve: true,
  });
  expect([codeOf(approve), reasonOf(approve)]).toEqual([[409, 109], "own-request"]);
});
