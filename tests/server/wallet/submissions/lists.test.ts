import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin, tenth, v2, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;
let marksheet: string;

beforeAll(async () => {
  await buildDetectWorker();
  const release = await compile((document) => {
    if (document.kind === "request" && document.id === "background-check")
      return { ...document, verifications: [{ verification: "bgv-tenth" }], minimumSet: undefined };
    if (document.kind !== "form" || document.id !== "bgv-tenth") return document;
    const { data, fields } = document as FormDefinition;
    return {
      ...document,
      data: { ...data, properties: { ...data.properties, ...listProperties } },
      fields: [...fields, ...listFields],
    };
  });
  app = await startTestApp({ config: toReader(() => release) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  marksheet = await asha.upload();
});
afterAll(() => app?.close());

const row = {
  type: "object",
  properties: { got: { type: "number", minimum: 0 }, of: { type: "number", minimum: 0 }, share: { type: "number" } },
} as const;
const listProperties = {
  papers: { type: "array", items: row },
  result: { type: "string", maxLength: 100 },
} as const;
const total = (name: string) => ({ sum: [{ var: "data.papers" }, { var: `row.${name}` }] });
const listFields: FormDefinition["fields"] = [
  {
    list: "/papers",
    title: "Papers",
    item: "Paper {n}",
    add: "Add a paper",
    max: 5,
    fields: [
      { at: "/got", widget: "number", label: "Marks", require: true },
      { at: "/of", widget: "number", label: "Of", require: true },
      { at: "/share", widget: "number", label: "Share", value: { "/": [{ var: "row.got" }, { var: "row.of" }] } },
    ],
  },
  {
    at: "/result",
    widget: "text",
    label: "Result",
    value: { text: "{got} of {of}", with: { got: { figure: total("got") }, of: { figure: total("of") } } },
  },
];

interface Refused {
  readonly code: number;
  readonly fields?: readonly { pointer: string; keyword: string; message: string }[];
}
/** The refused places of rows, each with its keyword. Nothing may be stored. */
async function refuse(papers: unknown): Promise<(readonly [string, string, string])[]> {
  const { code, fields = [] } = (await asha.save("bgv-tenth", { ...tenth(marksheet), papers })).json<Refused>();
  expect(code).toBe(106);
  const { rows } = await app.services.pool.query("select 1 from submissions where transaction_id = $1", [asha.txnId]);
  expect(rows).toEqual([]);
  return fields.map(({ pointer, keyword, message }) => [pointer.replace("/list/0/data", ""), keyword, message]);
}

test("refuses a list with 10,000 rows once, at the list, and quickly", async () => {
  const begun = performance.now();
  const empty = Array.from({ length: 10_000 }, () => ({}));
  const refused = await refuse(empty);
  expect(refused).toContainEqual(["/papers", "maxItems", "Papers can have at most 5 entries"]);
  // Beside it only the required fields of the five rows that the list may have.
  expect(refused).toHaveLength(11);
  // With values they are more than a body may have: the server does not read them.
  const papers = empty.map(() => ({ got: 1, of: 2 }));
  expect((await asha.save("bgv-tenth", { ...tenth(marksheet), papers })).statusCode).toBe(413);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test("refuses rows that are no objects, and rows with ids that the form does not have", async () => {
  const places = async (papers: unknown) => (await refuse(papers)).map(([pointer, keyword]) => `${pointer} ${keyword}`);
  expect(await places([{ id: "row-7", got: 1, of: 2 }])).toEqual(["/papers/0/id unknown"]);
  expect(await places({ "7": { got: 1, of: 2 } })).toEqual(["/papers unknown"]);
  expect(await places([{ got: 1, of: 2 }, "row-7"])).toContain("/papers/1 unknown");
});

test("refuses a text for a number of a row at its field, with the reason", async () => {
  expect(await refuse([{ got: "1", of: 2 }, { got: -1 }])).toEqual([
    ["/papers/0/got", "type", "Enter Marks as a number, such as 1,250"],
    ["/papers/1/got", "minimum", "Marks must be at least 0"],
    ["/papers/1/of", "require", "Of is required"],
  ]);
});

test("computes rows and sentences in place of those of a client, and no value for a division by zero", async () => {
  const papers = [
    { got: 40, of: 50, share: 99 },
    { got: 0, of: 0, share: 1 },
  ];
  const sent = { ...tenth(marksheet), papers, result: "1,000 of 1,000" };
  expect((await asha.save("bgv-tenth", sent)).json()).toMatchObject({ code: 0 });
  const { rows } = await app.services.pool.query<{ data: Record<string, unknown> }>(
    "select data from submissions where transaction_id = $1",
    [asha.txnId],
  );
  expect(rows[0]?.data).toMatchObject({
    papers: [
      { got: 40, of: 50, share: 0.8 },
      { got: 0, of: 0 },
    ],
    result: "40 of 50",
  });
  expect((rows[0]!.data["papers"] as object[])[1]).not.toHaveProperty("share");
});

test("refuses an answer to a submission that does not exist", async () => {
  const body = { orgId: "harbour", txnId: asha.txnId, subType: "bgv-tenth-7", data: tenth(marksheet) };
  const answer = await asha.call("PUT", `${v2}/bgv`, body);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
});
