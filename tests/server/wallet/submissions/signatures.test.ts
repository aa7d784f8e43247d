import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import { widgetFields, widgetProperties } from "../../../support/widget-form.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
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
    const [signature] = widgetFields.filter(({ at }) => at === "/signature");
    const properties = { ...data.properties, signature: widgetProperties["signature"]! };
    return { ...document, data: { ...data, properties }, fields: [...fields, { ...signature!, require: true }] };
  });
  app = await startTestApp({ config: toReader(() => release) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  marksheet = await asha.upload();
});
afterAll(() => app?.close());

interface Stored {
  readonly strokes?: string;
  readonly name?: string;
  readonly imageUrl?: string;
}
const drawn = "M100 200L200 100L320 300";
const answer = (signature: unknown) => ({ ...tenth(marksheet), signature });

async function faults(signature: unknown) {
  const { fields } = (await asha.save("bgv-tenth", answer(signature))).json<{
    fields?: { pointer: string; keyword: string; message: string }[];
  }>();
  return fields?.map(({ pointer, keyword, message }) => [pointer.replace("/list/0/data", ""), keyword, message]);
}
async function readStored(subType: string): Promise<Stored> {
  const { rows } = await app.services.pool.query<{ signature: Stored }>(
    "select data->'signature' as signature from submissions where transaction_id = $1 and sub_type = $2",
    [asha.txnId, subType],
  );
  return rows[0]!.signature;
}
async function replaceSignature(signature: unknown): Promise<Stored> {
  const body = { orgId: "harbour", txnId: asha.txnId, subType: "bgv-tenth-1", data: answer(signature) };
  expect((await asha.call("PUT", `${v2}/bgv`, body)).json()).toMatchObject({ code: 0 });
  return readStored("bgv-tenth-1");
}
const countFiles = async () =>
  Number((await app.services.pool.query<{ n: string }>("select count(*) as n from files")).rows[0]!.n);

test("refuses a malformed signature at its field", async () => {
  const unreadable = ["/signature", "format", "Signature is not readable. Clear it and sign again"];
  const wrong = ["/signature", "type", "Enter a valid Signature"];
  const long = ["/signature", "maxLength", "Signature is too long. Clear it and sign again"];
  expect(await faults(undefined)).toEqual([["/signature", "require", "Signature is required"]]);
  expect(await faults({ strokes: "M1 2L1500 4" })).toEqual([unreadable]);
  expect(await faults({ strokes: "M500 200" })).toEqual([unreadable]);
  expect(await faults({ strokes: [[1, 2]] })).toEqual([wrong]);
  expect(await faults({ strokes: drawn, name: "Asha" })).toEqual([wrong]);
  expect(await faults({ strokes: `M100 200${"L300 300".repeat(4_000)}` })).toEqual([long]);
  expect(await faults({ name: "x".repeat(200) })).toEqual([long]);
  expect(await faults(marksheet)).toEqual([wrong]);
  expect(await countFiles()).toBe(1);
});

test("refuses a body of 20 MB before it reads it", async () => {
  const { statusCode } = await asha.save("bgv-tenth", answer({ strokes: `M100 200${"L300 300".repeat(2_600_000)}` }));
  expect(statusCode).toBe(413);
});

test("draws the image of a signature itself, and ignores one from the client", async () => {
  expect(await faults({ strokes: drawn, imageUrl: marksheet })).toBeUndefined();
  const stored = await readStored("bgv-tenth-1");
  expect(stored.strokes).toBe(drawn);
  expect(stored.imageUrl).not.toBe(marksheet);
  const file = await asha.call("GET", stored.imageUrl!);
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
  const { data, info } = await sharp(file.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1000, 400]);
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
  expect([at(100, 200) < 100, at(320, 300) < 100, at(900, 50) > 250]).toEqual([true, true, true]);
  const other = await begin(app, "harbour", "background-check", { identity: true, process: true });
  expect((await other.call("GET", stored.imageUrl!)).statusCode).toBe(404);
});

test("keeps the image of a drawing that did not change, and drops it for a typed name", async () => {
  const before = await readStored("bgv-tenth-1");
  const files = await countFiles();
  expect(await replaceSignature({ strokes: drawn })).toEqual(before);
  expect(await countFiles()).toBe(files);
  expect((await replaceSignature({ strokes: `${drawn}L400 50` })).imageUrl).not.toBe(before.imageUrl);
  expect(await replaceSignature({ name: "Asha Verma", imageUrl: before.imageUrl })).toEqual({ name: "Asha Verma" });
});

test("asks for another signature where the verifier refuses it", async () => {
  await replaceSignature({ strokes: drawn });
  expect((await asha.post("/transactions/process")).json()).toMatchObject({ data: { state: "IN_PROGRESS" } });
  const { txnId } = asha;
  await app.call("POST", "/sandbox/verifier", {
    body: { txnId, verificationName: "bgv-tenth", outcome: "insufficient", reason: "Unlike", fields: ["signature"] },
  });
  const repair = async (signature: unknown) =>
    (await asha.post("/bgv/insufficiency", { subType: "bgv-tenth-1", data: { signature } })).json();
  expect(await repair({ strokes: drawn })).toMatchObject({
    code: 106,
    fields: [{ pointer: "/data/signature", keyword: "unchanged" }],
  });
  expect(await repair({ strokes: "M10 10L400 20L30 300" })).toMatchObject({ code: 0 });
  const { strokes, imageUrl } = await readStored("bgv-tenth-1");
  expect(strokes).toBe("M10 10L400 20L30 300");
  expect((await asha.call("GET", imageUrl!)).statusCode).toBe(200);
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
  expect(rows[0]!.data["signature"]).toMatchObject({ name: expect.any(String) });
});
