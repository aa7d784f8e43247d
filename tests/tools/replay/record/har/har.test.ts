import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { operations } from "#engine/contract/operations.ts";
import type { Action } from "../../contracts.ts";
import { toFixture } from "../../read-fixtures.ts";
import { findReferenceFaults, readDocumentSet } from "../../references/index.ts";
import { importHar } from "../record-har.ts";
import { toHarCall } from "./har-call.ts";
import { findCall } from "./match.ts";
import { readHar, toEntries, type HarEntry } from "./read-har.ts";

// A HAR of Chromium for a sandbox session from sign-up to payment. Only headers with secrets are included.
const file = path.join(import.meta.dirname, "session.har");
const text = readFileSync(file, "utf8");
const entries = readHar(file);
const set = await readDocumentSet("schemas");
const written = (await importHar(entries, {}, set))!;
const actions = written.fixture.steps.flatMap((step) => step.do);
const listCalls = (of: readonly Action[], name: string) => of.filter(({ call }) => call === name);
const folder = mkdtempSync(path.join(tmpdir(), "sanad-har-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("writes a valid fixture for the organisation and form of the calls", () => {
  const fixture = toFixture("calls", JSON.stringify(written.fixture));
  expect(findReferenceFaults(fixture, set)).toEqual([]);
  expect(fixture).toMatchObject({ organisation: "gce", form: "education-evaluation" });
  expect(written.fixture.steps[0]?.do).toEqual([{ signIn: "new" }, { open: "/?orgId={orgId}" }]);
});

it("stores each id from the answer that returned it and uses it in later calls", () => {
  expect(listCalls(actions, "transactions.create")).toEqual([
    { call: "transactions.create", with: {}, keep: { txnId: "transactionId" } },
  ]);
  const [first, second] = listCalls(actions, "transactions.verify-identification");
  expect(first).toMatchObject({ keep: { otpTxnId: "otpTxnId" } });
  expect(second).toMatchObject({ with: { otpTxnId: "{otpTxnId}" }, otp: "gce-100017@mailbox.example" });
  expect(listCalls(actions, "aadhaar.verify")).toEqual([
    { call: "aadhaar.verify", with: { otpTxnId: "{otpTxnId2}" }, otp: "{mobile}" },
  ]);
  const [saved] = listCalls(actions, "verifications.save");
  expect(saved).toMatchObject({
    with: { verificationName: "bgv-tenth", data: { name: "{name}", passingYear: "2014", Marksheet: "{fileUrl}" } },
    keep: { subType: "list.0.subType" },
  });
  expect(listCalls(actions, "drafts.get")).toContainEqual({
    call: "drafts.get",
    with: { type: "bgv-tenth", subType: "{subType}" },
  });
});

it("generates uploaded files in any transport, and sets the payment result of the answers", () => {
  expect(listCalls(actions, "files.detect")[0]).toMatchObject({
    with: { fieldName: "Marksheet", verificationName: "bgv-tenth" },
    file: "document-1.pdf",
    keep: { uploadId: "uploadId" },
  });
  expect(written.fixture.files["document-1.pdf"]).toMatchObject({ type: "application/pdf", minBytes: 65_598 });
  const bank = actions.findIndex((action) => "paymentResult" in action);
  expect(actions[bank]).toEqual({ paymentResult: "success", order: "{paymentId}" });
  expect(actions[bank + 1]).toMatchObject({ call: "payments.poll", with: { paymentId: "{paymentId}" } });
});

it("expects the code and state of each answer", async () => {
  const states = listCalls(actions, "transactions.info").map(({ expect: expected }) => expected);
  expect(states[0]).toEqual({ data: { state: "NOT_INITIALIZED" } });
  expect(states.at(-1)).toEqual({ data: { state: "IN_PROGRESS" } });
  const refused = entries.map((entry) => change(entry, "/transactions/process", { code: 109, message: "no" }));
  const { fixture } = (await importHar(refused, {}, set))!;
  const [call] = listCalls(
    fixture.steps.flatMap((step) => step.do),
    "transactions.process",
  );
  expect(call).toEqual({ call: "transactions.process", with: {}, expect: { code: 109 } });
});

it("writes no token, cookie, code, id or name of the session", () => {
  const secrets = [...text.matchAll(/"(?:accessToken|refreshToken|otp)\\":\\"([^"\\]+)/g)].map(
    ([, secret = ""]) => secret,
  );
  const bearers = [...text.matchAll(/Bearer ([^"]+)"/g)].map(([, bearer = ""]) => bearer);
  const ids = [...text.matchAll(/(?:transactionId|otpTxnId|paymentId|uploadId)\\":\\"([^"\\]+)/g)].map(
    ([, id = ""]) => id,
  );
  const typed = ["Rohan", "Kapoor", "765432108", "7766551", "27QRT865", "tenth.pdf", "certificate-1.pdf"];
  expect(secrets.length).toBeGreaterThan(3);
  expect(bearers.length).toBeGreaterThan(10);
  expect(ids.length).toBeGreaterThan(5);
  const all = JSON.stringify([written.fixture, written.omitted]);
  for (const one of [...secrets, ...bearers, ...ids, ...typed]) {
    expect(text).toContain(one);
    expect(all).not.toContain(one);
  }
});

it("reports foreign requests, omitted calls and unchanged values", () => {
  expect(written.others).toBe(11);
  expect(written.omitted).toEqual(["3 calls of sign-in, replaced by `signIn`"]);
  expect(written.unchanged.get("B.Sc. Physics")).toBe("course");
  expect([...written.unchanged.keys()]).not.toContain("bgv-tenth");
});

it("recognises calls of another host, base path and named organisation", async () => {
  const moved = entries.map(({ request, ...entry }) => {
    const url = request.url
      .replace(/^http:\/\/[^/]+/, "https://wallet.bank.example/gateway/v7")
      .replace("orgId=gce", "orgId=bank-17");
    const postData = request.postData && {
      ...request.postData,
      text: request.postData.text?.replace('"gce"', '"bank-17"'),
    };
    return { ...entry, request: { ...request, url, ...(postData && { postData }) } };
  });
  await expect(importHar(moved, {}, set)).rejects.toThrow(
    "There is no organisation 'bank-17', as the calls have it: say which with --organisation.",
  );
  const own = await importHar(moved, { organisation: "gce" }, set);
  expect(own?.count).toBe(written.count);
  expect(JSON.stringify(own)).not.toContain("bank-17");
});

it("starts from the transaction's state when the traffic starts midway, and omits calls with unknown ids", async () => {
  const later = entries.slice(
    entries.findIndex(({ request }) => request.url.includes("/transactions/payment/poll")) - 1,
  );
  const { fixture, omitted } = (await importHar(later, {}, set))!;
  expect(fixture.steps[0]?.do).toEqual([
    { signIn: "identified" },
    { reachState: "IN_PROGRESS" },
    { open: "/?orgId={orgId}" },
  ]);
  expect(omitted.find((one) => one.endsWith("with ids from no earlier answer"))).toBeDefined();
  expect(JSON.stringify(fixture)).not.toMatch(/"paymentId":"[^{]/);
});

it("writes a wrong code where the code was refused, never the typed one", async () => {
  const refused = entries.map((entry) =>
    change(entry, "/issuer/api/1.0/profile/aadhaar", { code: 116, message: "no" }),
  );
  const { fixture } = (await importHar(refused, {}, set))!;
  const [call] = listCalls(
    fixture.steps.flatMap((step) => step.do),
    "aadhaar.verify",
  );
  expect(call).toEqual({
    call: "aadhaar.verify",
    with: { otpTxnId: "{otpTxnId2}", otp: "000000" },
    expect: { code: 116 },
  });
});

it("finds every operation by its address and prefers the most specific", () => {
  expect(findCall("GET", "http://a/verification/web-wallet/api/1.0/transactions/info?txnId=1")).toMatchObject({
    operation: "transactions.info",
    query: { txnId: "1" },
  });
  expect(findCall("GET", "http://a/verification/web-wallet/api/1.0/transactions/bgv-tenth/info")).toMatchObject({
    operation: "verifications.info",
    params: { type: "bgv-tenth" },
  });
  expect(findCall("GET", "http://a/assets/index.js")).toBeUndefined();
  expect(findCall("GET", "no address")).toBeUndefined();
  expect(Object.keys(operations).length).toBeGreaterThan(50);
});

it("takes arguments out of a list", () => {
  const answers = entries.map((entry) => toHarCall(entry)).find((call) => call?.operation === "verifications.save");
  expect(Object.keys(answers?.args ?? {})).toEqual(["orgId", "txnId", "verificationName", "data"]);
});

it.each([
  ["text", "not json", "x.har is no HAR: not JSON: Unexpected token"],
  ["another JSON", "[]", "x.har is no HAR: / must be object"],
  ["no entries", '{"log":{}}', "x.har is no HAR: /log must have required property 'entries'"],
  [
    "an entry without an address",
    '{"log":{"entries":[{"request":{"method":"GET"},"response":{"status":200}}]}}',
    "x.har is no HAR: /log/entries/0/request must have required property 'url'",
  ],
])("reports the location of a fault: %s", (_what, content, message) => {
  expect(() => toEntries("x.har", content)).toThrow(message);
});

it("rejects a missing file, and a huge one before reading it", () => {
  const huge = path.join(folder, "huge.har");
  writeFileSync(huge, "");
  truncateSync(huge, 257 * 1024 ** 2);
  expect(() => readHar(huge)).toThrow("huge.har has 257 MB, and 256 is the most");
  expect(() => readHar(path.join(folder, "none.har"))).toThrow("There is no file");
});

it("writes nothing when no request is an operation", async () => {
  expect(await importHar(toEntries("x.har", '{"log":{"entries":[]}}'), {}, set)).toBeUndefined();
});

/** Replaces the answer of an entry with that address. */
function change(entry: HarEntry, address: string, answer: object): HarEntry {
  if (!entry.request.url.endsWith(address)) return entry;
  return { ...entry, response: { status: 400, content: { text: JSON.stringify(answer) } } };
}
