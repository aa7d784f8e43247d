import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { readPdf } from "../../../support/read-pdf.ts";
import { verify } from "../verified.ts";

let app: TestApp;
let id: string;
let files: Record<string, Buffer>;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  const { txnId } = await verify(app, "COMPLETED", { orgId: "lotus", formId: "admission" });
  const { rows } = await app.services.pool.query<{ report_id: string; name: string; bytes: Buffer }>(
    "select f.report_id, f.name, f.bytes from report_files f join reports r on r.id = f.report_id where r.transaction_id = $1",
    [txnId],
  );
  id = rows[0]!.report_id;
  files = Object.fromEntries(rows.map(({ name, bytes }) => [name, Buffer.from(bytes)]));
});
afterAll(() => app?.close());

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const check = (hash?: string, more: Record<string, string> = {}) =>
  app.call("GET", `/report/${id}${hash === undefined ? "" : `?hash=${hash}`}`, { headers: more });

test("confirms the hash of any file of the report, with the name in masked form", async () => {
  for (const bytes of Object.values(files)) {
    const result = (await check(hashOf(bytes))).json();
    expect(result).toMatchObject({ status: "genuine", id, holder: "S••• C•••", organisation: expect.any(String) });
  }
  expect((await check(hashOf(files["report.json"]!).toUpperCase())).json().status).toBe("genuine");
});

test("tells nothing about a report with another hash, without one, or with a number that is not ours", async () => {
  const changed = Buffer.from(String(files["report.json"]).replace("Sandbox Candidate", "Somebody Else"));
  expect((await check(hashOf(changed))).json()).toEqual({ status: "changed", id });
  expect((await check()).json()).toEqual({ status: "unchecked", id });
  expect((await app.call("GET", "/report/made-up?hash=0")).json()).toEqual({ status: "unknown", id: "made-up" });
});

test("shows a page in the reader's language, without scripts", async () => {
  const page = await check(hashOf(files["report.json"]!), { accept: "text/html", "accept-language": "hi" });
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain('lang="hi"');
  expect(page.body).toContain("यह रिपोर्ट असली है");
  expect(page.body).not.toContain("Sandbox Candidate");
  expect((await check(undefined, { accept: "text/html" })).body).toContain("Enter the fingerprint");
});

test("prints the address and the hash of the JSON that the page confirms", async () => {
  const text = await readPdf(files["report.en.pdf"]!);
  const hash = hashOf(files["report.json"]!);
  expect(text.replaceAll(/\s/g, "")).toContain(hash);
  expect(text).toContain(`/report/${id}`);
});

test("presents each issued credential whole, for the partner alone", async () => {
  const { credentials } = JSON.parse(String(files["credentials.json"])) as { credentials: { presentation: string }[] };
  const report = JSON.parse(String(files["report.json"])) as { verifications: { credentialId: string }[] };
  expect(credentials).toHaveLength(report.verifications.filter(({ credentialId }) => credentialId !== "").length);
  for (const { presentation } of credentials) {
    const binding = presentation.slice(presentation.lastIndexOf("~") + 1).split(".")[1]!;
    expect(JSON.parse(String(Buffer.from(binding, "base64url")))).toMatchObject({ aud: "lotus", nonce: id });
    expect(presentation.split("~").length).toBeGreaterThan(3);
  }
});
