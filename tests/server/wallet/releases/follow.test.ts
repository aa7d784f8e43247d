import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DataSchema, FormDocument } from "#engine/documents/form.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { Release } from "#server/config/release.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../documents-config.ts";
import { renameRollNumber, toNumber } from "../../renamed-roll-number.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { begin, tenth, wallet, type TestCandidate } from "../transactions/candidate.ts";

type Form = AnyDocument & Pick<FormDocument, "data" | "fields">;
const isTenth = (document: AnyDocument): document is Form => document.kind === "form" && document.id === "marksheet";

/** The repository's documents with another schema for the roll number of the tenth-class form. */
const withRollNumber = (schema: DataSchema): Promise<Release> =>
  compile((document) => {
    if (!isTenth(document)) return document;
    const properties = { ...document.data.properties, rollNumber: schema };
    return { ...document, data: { ...document.data, properties } };
  });

let app: TestApp;
let current: Release;
let first: Release;
let reworded: Release;
let without: Release;
let narrowed: Release;
let widened: Release;
let repaired: Release;
let renamed: Release;

beforeAll(async () => {
  await buildDetectWorker();
  first = await withRollNumber({ type: "string", pattern: "^[0-9]{1,6}$" });
  reworded = await compile((document) =>
    isTenth(document) ? { ...document, description: `${document.description} Changed.` } : document,
  );
  without = await compile((document) => {
    if (!isTenth(document)) return document;
    const { rollNumber: _, ...properties } = document.data.properties ?? {};
    const fields = document.fields.filter((entry) => !("at" in entry) || entry.at !== "/rollNumber");
    return { ...document, data: { ...document.data, properties }, fields, messages: {} };
  });
  narrowed = await withRollNumber({ type: "string", pattern: "^[0-9]{1,3}$" });
  widened = await withRollNumber({ type: "string", pattern: "^[0-9A-Z]{1,8}$" });
  repaired = await withRollNumber({ type: "string", pattern: "^[0-9]{1,7}$" });
  renamed = await compile(
    (document) => (isTenth(document) ? renameRollNumber(document) : document),
    [{ path: "migrations/marksheet-2.json", document: toNumber }],
  );
  current = first;
  app = await startTestApp({ config: toReader(() => current) });
});
beforeEach(() => {
  current = first;
});
afterAll(() => app?.close());

const start = () => begin(app, "harbour", "background-check", { identity: true, process: true });
const releaseOf = async (asha: TestCandidate) => (await asha.info<{ release: string }>()).release;
const save = async (asha: TestCandidate, rollNumber: string) =>
  (await asha.save("bgv-tenth", { ...tenth(await asha.upload()), rollNumber })).json<{ code: number }>();
const draft = (asha: TestCandidate, data: Record<string, unknown>) =>
  asha.call("PUT", `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`, { version: 0, data });

test("an open transaction follows other words, and keeps its own documents when a value of its draft would be lost", async () => {
  current = await compile((document) => document);
  const asha = await start();
  expect((await draft(asha, { rollNumber: "42" })).json()).toMatchObject({ code: 0 });
  current = reworded;
  expect(await releaseOf(asha)).toBe(reworded.id);
  current = without;
  expect(await releaseOf(asha)).toBe(reworded.id);
});

test("a narrowed pattern does not reach a transaction that runs: what it took before is still taken", async () => {
  const asha = await start();
  current = narrowed;
  expect(await releaseOf(asha)).toBe(first.id);
  expect(await save(asha, "471147")).toMatchObject({ code: 0 });
  const omar = await start();
  expect(await releaseOf(omar)).toBe(narrowed.id);
  expect(await save(omar, "471147")).toMatchObject({
    code: 106,
    fields: [{ pointer: "/list/0/data/rollNumber", keyword: "pattern" }],
  });
});

test("a widened pattern does, with what was given already", async () => {
  const asha = await start();
  expect(await save(asha, "KA4711")).toMatchObject({ code: 106 });
  expect(await save(asha, "471147")).toMatchObject({ code: 0 });
  current = widened;
  expect(await releaseOf(asha)).toBe(widened.id);
  const info = await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`);
  expect(info.json()).toMatchObject({ data: { responseList: [{ data: { rollNumber: "471147" } }] } });
});

test("a stored submission that the newer form refuses keeps its transaction, though the change is minor", async () => {
  const [asha, omar] = [await start(), await start()];
  await save(asha, "471147");
  await save(omar, "471147");
  // As an import or a mended fault of long ago may have left it: no made data is like this.
  await app.services.pool.query(
    'update submissions set data = data || \'{"rollNumber": "№ 7"}\' where transaction_id = $1',
    [asha.txnId],
  );
  current = repaired;
  expect(await releaseOf(omar)).toBe(repaired.id);
  expect(await releaseOf(asha)).toBe(first.id);
});

test("an unfinished draft follows as it is, also with a value that is wrong before and after", async () => {
  const asha = await start();
  expect((await draft(asha, { rollNumber: "not yet" })).json()).toMatchObject({ code: 0 });
  current = repaired;
  expect(await releaseOf(asha)).toBe(repaired.id);
});

const submitted = async (asha: TestCandidate) =>
  (await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`))
    .json<{
      data: { responseList: { data: Record<string, unknown> }[] };
    }>()
    .data.responseList.map(({ data }) => data);

test("a migration brings what was given and what is being typed to the next version of the form, and the audit log says so", async () => {
  const [asha, omar] = [await start(), await start()];
  await save(asha, "471147");
  expect((await draft(omar, { rollNumber: "4711" })).json()).toMatchObject({ code: 0, data: { version: 1 } });
  current = renamed;
  expect([await releaseOf(asha), await releaseOf(omar)]).toEqual([renamed.id, renamed.id]);
  expect(await submitted(asha)).toEqual([expect.objectContaining({ number: "471147" })]);
  expect((await submitted(asha))[0]).not.toHaveProperty("rollNumber");
  // A page that still has the former form is told what became of its draft, and overwrites nothing.
  const late = await omar.call("PUT", `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${omar.txnId}`, {
    version: 1,
    data: { rollNumber: "47114" },
  });
  expect(late.json()).toMatchObject({ code: 111, data: { version: 2, data: { number: "4711" } } });
  const { rows } = await app.services.pool.query<{ detail: Record<string, unknown> }>(
    "select detail from audit_log where event = 'answers-migrated' order by at",
  );
  expect(rows.map(({ detail }) => detail)).toMatchObject([
    { transactionId: asha.txnId, from: first.id, to: renamed.id, migrations: "marksheet-2", submissions: 1, drafts: 0 },
    { transactionId: omar.txnId, submissions: 0, drafts: 1 },
  ]);
});

test("a migration that one stored answer defeats leaves that transaction, and all of it, as it was", async () => {
  const asha = await start();
  await save(asha, "471147");
  await app.services.pool.query(
    "update submissions set data = jsonb_set(data, '{rollNumber}', to_jsonb(repeat('7', 50))) where transaction_id = $1",
    [asha.txnId],
  );
  current = renamed;
  expect(await releaseOf(asha)).toBe(first.id);
  expect(await submitted(asha)).toEqual([expect.objectContaining({ rollNumber: "7".repeat(50) })]);
});
