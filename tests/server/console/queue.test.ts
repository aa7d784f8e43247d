import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRoot } from "#server/root.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, ConsoleBrowser, hire, read, reasonOf } from "../staff/staff-member.ts";
import { orgId, subType, submitCase, type SubmittedCase } from "./submitted-case.ts";

let app: TestApp;
type Member = Awaited<ReturnType<typeof hire>>;
let vera: Member;
let lena: Member;
let first: SubmittedCase;
let second: SubmittedCase;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  first = await submitCase(app, { name: "Asha Rao" });
  await app.advance(3 * 24 * 3600);
  second = await submitCase(app, { name: "Ravi Iyer" });
  vera = await hire(app, "verifier", orgId);
  lena = await hire(app, "lead", orgId);
});
afterAll(() => app?.close());

interface Row {
  txnId: string;
  subType: string;
  verificationName: string;
  dueAt: string;
  holderName: string;
  assignee?: { id: string };
}
const queue = `/organisations/${orgId}/cases`;
const list = async ({ browser }: Member, query = "") =>
  read<{ list: Row[]; next?: string }>(await browser.call("GET", `${queue}${query}`));
const namesOf = ({ list: rows }: { list: Row[] }) => rows.map((row) => `${row.holderName} ${row.verificationName}`);

describe("the queue", () => {
  test("lists the open cases by the promised date", async () => {
    expect(namesOf(await list(vera, "?verificationName=bgv-tenth"))).toEqual([
      "Asha Rao bgv-tenth",
      "Ravi Iyer bgv-tenth",
    ]);
    const { list: rows } = await list(vera);
    expect(rows).toHaveLength(6);
    expect(rows.map(({ dueAt }) => dueAt)).toEqual(rows.map(({ dueAt }) => dueAt).toSorted());
    expect(rows[0]).toMatchObject({ txnId: first.txnId, formId: "background-check", state: "IN_PROGRESS" });
  });

  test("has pages without gap or repetition, also when cases leave meanwhile", async () => {
    const all = (await list(vera)).list.map((row) => `${row.txnId} ${row.subType}`);
    const one = await list(vera, "?count=2");
    const rest = await list(vera, `?count=100&after=${one.next}`);
    expect([...one.list, ...rest.list].map((row) => `${row.txnId} ${row.subType}`)).toEqual(all);
    expect(rest.next).toBeUndefined();
  });

  test.each([
    "no-cursor",
    Buffer.from('["now()", "x", "y"]').toString("base64url"),
    Buffer.from('["2026-01-01 00:00:00+00"]').toString("base64url"),
  ])("refuses the cursor %s", async (cursor) => {
    expect(codeOf(await vera.browser.call("GET", `${queue}?after=${cursor}`))).toEqual([400, 100]);
  });

  test("filters by age, state and assignee", async () => {
    expect(namesOf(await list(vera, "?olderThanDays=2&verificationName=bgv-tenth"))).toEqual(["Asha Rao bgv-tenth"]);
    expect(namesOf(await list(vera, "?state=COMPLETED"))).toEqual([]);
    await vera.browser.call("POST", `${second.path}/claim`);
    expect(namesOf(await list(vera, "?assignee=me"))).toEqual(["Ravi Iyer bgv-tenth"]);
    expect(namesOf(await list(lena, `?assignee=${vera.id}`))).toEqual(["Ravi Iyer bgv-tenth"]);
    expect((await list(lena, "?assignee=none")).list).toHaveLength(5);
    await vera.browser.call("POST", `${second.path}/release`);
  });

  test("counts the open cases", async () => {
    await vera.browser.call("POST", `${first.path}/claim`);
    expect(read<object>(await vera.browser.call("GET", `/organisations/${orgId}/case-counts`))).toEqual({
      open: 6,
      unassigned: 5,
      mine: 1,
      overdue: 0,
      verificationList: [
        { verificationName: "bgv-tenth", label: "10th Marksheet", open: 2 },
        { verificationName: "bgv-address", label: "Address", open: 2 },
        { verificationName: "bgv-employment", label: "Employment", open: 2 },
      ],
      institutionList: [
        { institution: "A small firm", label: "A small firm", open: 2 },
        {
          institution: "central-board-of-secondary-education",
          label: "Central Board of Secondary Education",
          open: 2,
        },
      ],
      languageList: [{ language: "en", open: 6 }],
    });
    await vera.browser.call("POST", `${first.path}/release`);
  });

  test("filters by institution, and by language also after the candidate changes it", async () => {
    expect(namesOf(await list(vera, "?institution=A%20small%20firm"))).toEqual([
      "Asha Rao bgv-employment",
      "Ravi Iyer bgv-employment",
    ]);
    expect((await list(vera, "?language=hi")).list).toEqual([]);
    await second.candidate.call("PATCH", "/web-wallet/api/1.0/profile", { locale: "hi" });
    expect(namesOf(await list(vera, "?language=hi&verificationName=bgv-tenth"))).toEqual(["Ravi Iyer bgv-tenth"]);
    expect((await list(vera, "?language=en")).list).toHaveLength(3);
  });

  test("fills institution and language of cases from before it had them", async () => {
    await app.services.pool.query("update cases set institution = null, language = null");
    const { db } = app.services;
    await db.execute(sql.raw(readFileSync(path.join(appRoot, "server/platform/store/functions.sql"), "utf8")));
    expect((await list(vera, "?language=hi")).list).toHaveLength(3);
    expect((await list(vera, "?institution=central-board-of-secondary-education")).list).toHaveLength(2);
  });

  test("has no case of another organisation", async () => {
    const other = await hire(app, "verifier", "gce");
    const answer = await other.browser.call("GET", "/organisations/gce/cases");
    expect(read(answer)).toEqual({ list: [] });
    expect(codeOf(await other.browser.call("GET", queue))).toEqual([404, 104]);
  });
});

describe("a case", () => {
  test("belongs to one of two who claim it at the same moment", async () => {
    const answers = await Promise.all([
      vera.browser.call("POST", `${first.path}/claim`),
      lena.browser.call("POST", `${first.path}/claim`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [owner, other] = answers[0]!.statusCode === 200 ? [vera, lena] : [lena, vera];
    expect(reasonOf(await other.browser.call("POST", `${first.path}/release`))).toBe("case-assigned");
    expect(codeOf(await owner.browser.call("POST", `${first.path}/claim`))).toEqual([200, 0]);
    expect(read(await owner.browser.call("POST", `${first.path}/release`))).not.toHaveProperty("assignee");
  });

  test("is given by a lead to a colleague who may decide it, and to no other", async () => {
    const [support, other] = [await hire(app, "support", orgId), await hire(app, "verifier", "gce")];
    const assign = (staffId: string, by = lena) => by.browser.call("POST", `${first.path}/assign`, { staffId });
    expect(read(await assign(vera.id))).toMatchObject({ assignee: { id: vera.id } });
    expect(codeOf(await assign(support.id))).toEqual([404, 104]);
    expect(codeOf(await assign(other.id))).toEqual([404, 104]);
    expect(codeOf(await assign(lena.id, vera))).toEqual([403, 103]);
    await vera.browser.call("POST", `${first.path}/release`);
  });

  test("is one of several that a lead gives at once, and the answer reports each", async () => {
    const [one, two] = [await submitCase(app), await submitCase(app, { name: "Mira Das" })];
    await vera.browser.call("POST", `${two.path}/decision`, { version: 1, outcome: "complete" });
    const give = ({ browser }: Member, staffId: string) =>
      browser.call("POST", `/organisations/${orgId}/case-assignments`, {
        staffId,
        caseList: [`${one.txnId}.${subType}`, `${two.txnId}.${subType}`, `none.${subType}`],
      });
    expect(read(await give(lena, vera.id))).toEqual({
      assigned: 1,
      refusedList: [
        { id: `${two.txnId}.${subType}`, label: "10th Marksheet", holderName: "Mira Das", reason: "decided" },
        { id: `none.${subType}`, reason: "not-found" },
      ],
    });
    expect(read(await vera.browser.call("GET", one.path))).toMatchObject({ case: { assignee: { id: vera.id } } });
    expect(codeOf(await give(vera, vera.id))).toEqual([403, 103]);
    const support = await hire(app, "support", orgId);
    expect(codeOf(await give(lena, support.id))).toEqual([404, 104]);
  });

  test("is free again when the colleague is removed", async () => {
    const [admin, gone] = [await hire(app, "admin", orgId), await hire(app, "verifier", orgId)];
    await gone.browser.call("POST", `${second.path}/claim`);
    await admin.browser.call("DELETE", `/organisations/${orgId}/staff/${gone.id}`);
    expect(read<{ case: Row }>(await vera.browser.call("GET", second.path)).case).not.toHaveProperty("assignee");
  });

  test("shows answers, labels, documents and states", async () => {
    expect(read<object>(await vera.browser.call("GET", first.path))).toMatchObject({
      case: { holderName: "Asha Rao", verificationName: "bgv-tenth" },
      version: 1,
      data: { rollNumber: "4711" },
      labels: { "/rollNumber": expect.any(String) },
      documentList: [{ fileId: first.fileId, at: "/Marksheet", type: "application/pdf", version: 1 }],
      history: [{ state: "DATA_SAVED" }, { state: "SUBMITTED" }, { state: "IN_PROGRESS" }],
      otherList: expect.arrayContaining([expect.objectContaining({ subType: "bgv-employment-1" })]),
    });
  });

  test("is 404 with an unknown id", async () => {
    expect(codeOf(await vera.browser.call("GET", `${queue}/no-such/${subType}`))).toEqual([404, 104]);
    expect(codeOf(await vera.browser.call("POST", `${queue}/${first.txnId}/no-such/claim`))).toEqual([404, 104]);
  });

  test("has notes that neither the candidate's pages nor their export contain", async () => {
    const note = await vera.browser.call("POST", `${first.path}/notes`, { text: "  Called\u200b the school. " });
    expect(read(note)).toMatchObject({ text: "Called the school.", author: { id: vera.id } });
    expect(read(await vera.browser.call("GET", first.path))).toMatchObject({
      noteList: [{ text: "Called the school." }],
    });
    expect(codeOf(await vera.browser.call("POST", `${first.path}/notes`, { text: " \u200b " }))).toEqual([422, 106]);
    const auditor = await hire(app, "auditor", orgId);
    expect(codeOf(await auditor.browser.call("POST", `${first.path}/notes`, { text: "x" }))).toEqual([403, 103]);
    const { exportCandidate } = await import("#server/accounts/profile/profile-export.ts");
    const { rows } = await app.services.pool.query<{ id: string }>(
      "select candidate_id as id from transactions where id = $1",
      [first.txnId],
    );
    const exported = JSON.stringify(await exportCandidate(app.services.db, rows[0]!.id));
    expect(exported).toContain("4711");
    expect(exported).not.toContain("Called the school");
  });
});

describe("a document", () => {
  const open = ({ browser }: Member, { path, fileId }: SubmittedCase) =>
    browser.call("POST", `${path}/documents/${fileId}`);
  const pathOf = (url: string) => url.replace("/console/api/1.0", "");

  test("is read by an address that works for five minutes in this session, and is audited", async () => {
    const reader = await hire(app, "verifier", orgId);
    const url = pathOf(read(await open(reader, first))["url"]!);
    const answer = await reader.browser.call("GET", url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(answer.headers["content-disposition"]).toMatch(/^inline;/);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const { rows } = await app.services.pool.query<{ event: string; detail: object }>(
      "select event, detail from audit_log where detail->>'staffId' = $1 and event in ('staff-call', 'staff-document-viewed') order by seq",
      [reader.id],
    );
    expect(rows).toEqual([
      {
        event: "staff-call",
        detail: {
          staffId: reader.id,
          orgId,
          operation: "cases.open-document",
          txnId: first.txnId,
          subType,
          fileId: first.fileId,
        },
      },
      { event: "staff-call", detail: { staffId: reader.id, orgId, operation: "cases.read-document" } },
      { event: "staff-document-viewed", detail: { staffId: reader.id, orgId, fileId: first.fileId } },
    ]);
    const other = new ConsoleBrowser(app);
    other.device = reader.browser.device;
    await other.signIn();
    expect(codeOf(await other.call("GET", url))).toEqual([404, 104]);
    expect(codeOf(await vera.browser.call("GET", url))).toEqual([404, 104]);
    expect(codeOf(await app.call("GET", `/console/api/1.0${url}`))).toEqual([401, 101]);
    await app.advance(301);
    expect(codeOf(await reader.browser.call("GET", url))).toEqual([404, 104]);
  });

  test("has pictures of its pages, drawn for this session alone, and each is audited", async () => {
    const reader = await hire(app, "verifier", orgId);
    const { pageList } = read<{ pageList: string[] }>(await open(reader, first));
    expect(pageList).toHaveLength(1);
    const page = pathOf(pageList[0]!);
    const answer = await reader.browser.call("GET", page);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect([...answer.rawPayload.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(codeOf(await reader.browser.call("GET", page.replace(/1$/, "2")))).toEqual([404, 104]);
    expect(codeOf(await vera.browser.call("GET", page))).toEqual([404, 104]);
    const { rows } = await app.services.pool.query<{ detail: object }>(
      "select detail from audit_log where event = 'staff-document-viewed' and detail->>'staffId' = $1 order by seq",
      [reader.id],
    );
    expect(rows[0]?.detail).toEqual({ staffId: reader.id, orgId, fileId: first.fileId, page: "1" });
  });

  test("has no address through another case, nor for a file that the case does not have", async () => {
    expect(codeOf(await open(vera, { ...second, fileId: first.fileId }))).toEqual([404, 104]);
    expect(codeOf(await open(vera, { ...first, fileId: await unused(first) }))).toEqual([404, 104]);
  });

  test("has no address for a role that may not read it", async () => {
    const support = await hire(app, "support", orgId);
    expect(codeOf(await open(support, first))).toEqual([403, 103]);
  });

  test("is refused when the address was changed", async () => {
    const url = pathOf(read(await open(vera, first))["url"]!);
    const [fileId, ...rest] = url.split("/").at(-1)!.split(".");
    const changed = [second.fileId, ...rest].join(".");
    expect(codeOf(await vera.browser.call("GET", url.replace(`${fileId}.${rest.join(".")}`, changed)))).toEqual([
      404, 104,
    ]);
  });

  const unused = async ({ candidate }: SubmittedCase) =>
    (
      await candidate.upload(["not used"]).catch(async () => {
        await candidate.signInAgain();
        return candidate.upload(["not used"]);
      })
    )
      .split("/")
      .at(-1)!;
});
