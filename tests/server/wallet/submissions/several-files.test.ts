import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormDefinition, FormField } from "#engine/core/definitions/form.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { sendFile } from "../../files/multipart.ts";
import { buildDetectWorker, makePicture } from "../../files/sample-documents.ts";
import { begin, tenth, v2, wallet, type TestCandidate } from "../transactions/candidate.ts";

const slips: FormField = {
  at: "/slips",
  widget: "file",
  label: "Pay slips",
  max: 3,
  accept: ["application/pdf"],
  require: true,
};

let app: TestApp;
let asha: TestCandidate;
let papers: string[];

beforeAll(async () => {
  await buildDetectWorker();
  const release = await compile((document) => {
    if (document.kind === "request" && document.id === "background-check")
      return { ...document, verifications: [{ verification: "bgv-tenth" }], minimumSet: undefined };
    if (document.kind !== "form" || document.id !== "bgv-tenth") return document;
    const { data, fields } = document as FormDefinition;
    const list = { type: "array", minItems: 2, items: { type: "string", format: "file" } } as const;
    const properties = { ...data.properties, slips: list };
    return { ...document, data: { ...data, properties }, fields: [...fields, slips] } as FormDefinition;
  });
  app = await startTestApp({ config: toReader(() => release) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  papers = [];
  for (const words of ["One", "Two", "Three", "Four"]) papers.push(await asha.upload([words]));
});
afterAll(() => app?.close());

const at = (...numbers: number[]) => numbers.map((number) => papers[number]!);
const answer = (list: unknown) => ({ ...tenth(papers[0]!), slips: list });
interface Refused {
  readonly fields?: readonly { pointer: string; keyword: string; message: string }[];
}
const toFaults = ({ fields }: Refused) =>
  fields?.map(({ pointer, keyword, message }) => [pointer.replace(/^.*\/slips/, "/slips"), keyword, message]);
const faults = async (list: unknown) => toFaults((await asha.save("bgv-tenth", answer(list))).json<Refused>());
async function readStored(): Promise<unknown> {
  const { rows } = await app.services.pool.query<{ slips: unknown }>(
    "select data->'slips' as slips from submissions where transaction_id = $1",
    [asha.txnId],
  );
  return rows[0]!.slips;
}

test("refuses a wrong list at its field", async () => {
  expect(await faults(undefined)).toEqual([["/slips", "require", "Upload Pay slips"]]);
  expect(await faults([])).toEqual([["/slips", "require", "Upload Pay slips"]]);
  expect(await faults(at(0))).toEqual([["/slips", "minItems", "Upload at least 2 files: Pay slips"]]);
  expect(await faults(at(0, 1, 2, 3))).toEqual([["/slips", "maxItems", "Pay slips can have at most 3 files"]]);
  expect(await faults(at(1, 1))).toEqual([["/slips", "repeated", "Pay slips has the same file twice"]]);
  const wrong = [["/slips", "type", "Enter a valid Pay slips"]];
  expect(await faults(papers[0])).toEqual(wrong);
  expect(await faults([papers[0], 7])).toEqual(wrong);
  expect(await faults([[papers[0]], papers[1]])).toEqual(wrong);
  expect(await faults([papers[0], "https://example.com/a.pdf"])).toEqual([
    ["/slips", "format", "Enter a valid Pay slips"],
  ]);
});

test("checks the owner, the type and the scan of every file", async () => {
  const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const foreign = await other.upload(["Of another one"]);
  const sent = await sendFile(
    app,
    "/utility/api/1.0/files",
    asha.token,
    await makePicture({ width: 900, height: 1200, format: "jpeg" }),
    { name: "a.jpg", type: "image/jpeg" },
  );
  const picture = sent.json<{ data: { fileUrl: string } }>().data.fileUrl;
  expect((await faults([foreign, papers[1], picture]))?.map(([pointer, keyword]) => [pointer, keyword])).toEqual([
    ["/slips/0", "file"],
    ["/slips/2", "accept"],
  ]);
  await app.services.pool.query("update files set scan = 'infected' where id = $1", [papers[3]!.split("/").pop()]);
  expect(await faults(at(1, 3))).toEqual([
    ["/slips/1", "file", "The file was marked by the virus check and cannot be accepted."],
  ]);
});

test("stores the files in their order, and lists each as a document of the submission", async () => {
  expect(await faults(at(2, 0, 1))).toBeUndefined();
  expect(await readStored()).toEqual(at(2, 0, 1));
  const body = { orgId: "harbour", txnId: asha.txnId, subType: "bgv-tenth-1", data: answer(at(0, 2)) };
  expect((await asha.call("PUT", `${v2}/bgv`, body)).json()).toMatchObject({ code: 0 });
  expect(await readStored()).toEqual(at(0, 2));
  const info = await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`);
  const [response] = info.json<{
    data: { responseList: { fileList: { at: string; label: string; fileUrl: string }[] }[] };
  }>().data.responseList;
  expect(response!.fileList.filter((file) => file.at.startsWith("/slips"))).toMatchObject([
    { at: "/slips/0", label: "Pay slips", fileUrl: papers[0] },
    { at: "/slips/1", label: "Pay slips", fileUrl: papers[2] },
  ]);
});

test("keeps a list in a draft, and asks for another one where the verifier refuses it", async () => {
  const draft = `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`;
  const data = { slips: at(1, 0) };
  expect((await asha.call("PUT", draft, { version: 0, data })).json()).toMatchObject({ code: 0 });
  expect((await asha.call("GET", draft)).json()).toMatchObject({ data: { data } });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ data: { state: "IN_PROGRESS" } });
  await app.call("POST", "/sandbox/verifier", {
    body: {
      txnId: asha.txnId,
      verificationName: "bgv-tenth",
      outcome: "insufficient",
      reason: "Old",
      fields: ["slips"],
    },
  });
  const repair = async (list: readonly string[]) =>
    toFaults(
      (await asha.post("/bgv/insufficiency", { subType: "bgv-tenth-1", data: { slips: list } })).json<Refused>(),
    );
  const unchanged = [["/slips", "unchanged", "Please replace this"]];
  expect(await repair(at(0, 2))).toEqual(unchanged);
  // The same bytes under other addresses.
  expect(await repair([await asha.upload(["One"]), await asha.upload(["Three"])])).toEqual(unchanged);
  expect(await repair(at(0))).toEqual([["/slips", "minItems", "Upload at least 2 files: Pay slips"]]);
  expect(await repair(at(0, 1))).toBeUndefined();
  expect(await readStored()).toEqual(at(0, 1));
});

test("is answered by the sandbox with a sample", async () => {
  const mobile = newMobile();
  await app.signIn(mobile, { name: "Ravi Menon", identity: true });
  const body = { mobile, orgId: "harbour", formId: "background-check", state: "IN_PROGRESS" };
  const made = (await app.call("POST", "/sandbox/transaction", { body })).json<{ txnId: string; failure?: string }>();
  expect(made.failure).toBeUndefined();
  const { rows } = await app.services.pool.query<{ data: Record<string, unknown> }>(
    "select data from submissions where transaction_id = $1",
    [made.txnId],
  );
  expect(rows[0]!.data["slips"]).toHaveLength(2);
});
