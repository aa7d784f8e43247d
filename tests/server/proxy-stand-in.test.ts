import { Ajv } from "ajv";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contracts, type Data } from "#engine/contract/contracts.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import { toRequest } from "#engine/contract/request.ts";
import { completeAnswer, completions } from "#engine/contract/complete/index.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { toProfile } from "#engine/core/scope/profile.ts";
import { toTransaction, type PermissionInput } from "#engine/core/transaction/transaction-root.ts";
import { toVerification } from "#engine/core/transaction/verification-root.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { buildProxyApp } from "#server/proxy-app.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { startStandInWallet, type StandInWallet } from "../tools/stand-in-wallet/start.ts";
import { definitionsConfig } from "./definitions-config.ts";
import { toMultipart } from "./files/multipart.ts";

const orgId = "harbour";
const formId = "background-check";
const ajv = new Ajv({ strict: false });
const items = [
  { name: "bgv-tenth", category: "Education", skipAllowed: true },
  { name: "bgv-twelfth", category: "Education", skipAllowed: true },
  { name: "bgv-employment", category: "Employment", skipAllowed: false },
];

let wallet: StandInWallet;
let front: Awaited<ReturnType<typeof buildProxyApp>>;
let rootInput: RootInput;
let rules: PermissionInput["rules"];
let bearer = "";
let ids: { orgId: string; formId: string; txnId?: string } = { orgId, formId };

async function begin(paymentRequired = false): Promise<void> {
  await front?.close();
  await wallet?.close();
  wallet = await startStandInWallet({ orgId, formId, name: "Background check", paymentRequired, items });
  const config = await definitionsConfig();
  const settings = loadSettings({ SANDBOX: "0", WALLET_API_URL: wallet.url, LOG_LEVEL: "silent" }, readCredentials);
  front = await buildProxyApp({ settings: { ...settings, walletApiUrl: wallet.url }, config });
  const organisation = config.organisation(orgId)!;
  rootInput = {
    find: (kind, id) => organisation.get(kind, id),
    translate: (words) => words,
    now: new Date().toISOString(),
  };
  rules = organisation.list("rules");
  ids = { orgId, formId };
  await signIn();
}

/** An operation as the page calls it: through the proxy, with the fields that the wallet omits filled in. */
async function ask<Id extends OperationId>(id: Id, args: Record<string, unknown> = {}): Promise<Data<Id>> {
  const { method, path, body } = toRequest(id, args, ids);
  const answer = await front.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body && { payload: body }),
  });
  expect(answer.statusCode, `${id}: ${answer.body}`).toBe(200);
  const now = new Date().toISOString();
  return completeAnswer(id, answer.json<{ data: unknown }>().data, { arguments: { ...ids, ...args }, now }) as Data<Id>;
}

async function signIn(): Promise<void> {
  const mobile = "+919876543210";
  const { txnId } = await ask("profile.create", { mobile, name: "Asha Verma" });
  const tokens = await ask("profile.verify-otp", { txnId, otp: wallet.readCode(mobile) });
  bearer = tokens.accessToken;
  const { otpTxnId } = await ask("aadhaar.send-otp", { aadhaarNumber: "999941057058" });
  await ask("aadhaar.verify", { otpTxnId, otp: wallet.readCode(mobile) });
  const { transactionId } = await ask("transactions.create");
  ids = { orgId, formId, txnId: transactionId };
}

/** The root `transaction` as a page builds it. */
async function readTransaction() {
  const [info, profile] = [await ask("transactions.info"), toProfile(await ask("profile.get"))];
  const organisation = rootInput.find("organisation", orgId);
  return toTransaction(info, rootInput, { rules, roots: { profile, organisation, env: { now: rootInput.now } } });
}

beforeAll(() => begin());
afterAll(async () => {
  await front?.close();
  await wallet?.close();
});

describe("in front of a wallet that sends the shared fields alone", () => {
  beforeEach(() => begin());

  test("fills in and submits a free form, and knows the allowed actions at every step", async () => {
    const opened = await readTransaction();
    expect(opened).toMatchObject({
      state: "NOT_INITIALIZED",
      orgId,
      txnId: ids.txnId,
      steps: { total: 3 },
      form: { formId },
    });
    expect(opened.verificationList["bgv-tenth"]).toMatchObject({
      label: "10th Marksheet",
      icon: expect.any(String),
      subTypeList: [],
      allowed: { verifications: { save: { yes: false, why: expect.stringMatching(/\S/) } } },
    });
    expect(opened.allowed["transactions"]?.["process"]?.yes).toBe(true);

    await ask("transactions.process");
    const started = await readTransaction();
    expect(started.verificationList["bgv-tenth"]?.allowed["verifications"]?.["save"]).toEqual({ yes: true });
    expect(started.verificationList["bgv-tenth"]?.allowed["transactions"]?.["skip"]).toEqual({ yes: true });
    expect(started.verificationList["bgv-employment"]?.allowed["transactions"]?.["skip"]?.yes).toBe(false);
    expect(started.allowed["transactions"]?.["process"]).toMatchObject({
      yes: false,
      remaining: ["bgv-tenth", "bgv-twelfth"],
    });

    const sent = await front.inject({
      method: "POST",
      url: "/utility/api/1.0/files",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "multipart/form-data; boundary=----sanad-test" },
      payload: toMultipart(Buffer.from("%PDF-1.7 paper")),
    });
    const { fileUrl } = sent.json<{ data: { fileUrl: string } }>().data;
    const data = { board: "a-board", rollNumber: "4711", passingYear: "2015", Marksheet: fileUrl };
    await ask("verifications.save", { list: [{ verificationName: "bgv-tenth", data }] });
    await ask("verifications.save", {
      list: [{ verificationName: "bgv-employment", data: { company: "A firm", documentUrl: fileUrl } }],
    });
    await ask("transactions.skip", { verificationNameList: ["bgv-twelfth"] });
    const filled = await readTransaction();
    expect(filled).toMatchObject({ steps: { done: 3, total: 3 }, remainingNames: [], minimumSet: { met: true } });
    expect(filled.allowed["transactions"]?.["process"]).toEqual({ yes: true });
    const info = await ask("verifications.info", { type: "bgv-tenth" });
    expect(toVerification(info, formId, rootInput, filled)).toMatchObject({
      label: "10th Marksheet",
      category: { name: "Education" },
      submissions: [{ subType: "bgv-tenth-1", title: "10th Marksheet", data: { rollNumber: "4711" } }],
    });

    await ask("transactions.process");
    const submitted = await readTransaction();
    expect(submitted).toMatchObject({ state: "IN_PROGRESS", expectedCompletionDate: { maxDate: expect.any(String) } });
    expect(submitted.verificationList["bgv-tenth"]?.allowed["verifications"]?.["replace"]?.yes).toBe(false);
    wallet.decide(ids.txnId!, { "bgv-tenth": "COMPLETED", "bgv-employment": "COMPLETED" });
    expect(await readTransaction()).toMatchObject({
      state: "COMPLETED",
      filtered: { done: ["bgv-tenth", "bgv-employment"] },
    });
  });

  test("shows a correct bill for a paid form, and submits it by paying", async () => {
    await begin(true);
    await ask("transactions.process");
    await ask("verifications.save", { list: [{ verificationName: "bgv-employment", data: { company: "A firm" } }] });
    await ask("transactions.skip", { verificationNameList: ["bgv-tenth", "bgv-twelfth"] });
    expect((await ask("payments.info", { region: "IN" })).toPay).toBe(1180);
    const { redirectInfo } = await ask("payments.init", { region: "IN", express: false });
    const paymentId = redirectInfo.web.split("/").at(-1)!;
    expect(await ask("payments.poll", { paymentId })).toEqual({ currentStatus: "Pending", paymentId });
    wallet.pay(paymentId);
    expect(await ask("payments.poll", { paymentId })).toEqual({ currentStatus: "Success", paymentId });
    expect(await readTransaction()).toMatchObject({
      state: "IN_PROGRESS",
      paymentDetails: [{ currentStatus: "Success" }],
    });
  });

  test.each(
    Object.keys(completions).filter(
      (id) => id !== "files.detect" && id !== "questions.list",
    ) as (keyof typeof completions)[],
  )("derives a response of %s that its contract allows", async (id) => {
    await begin(true);
    await ask("transactions.process");
    await ask("verifications.save", { list: [{ verificationName: "bgv-tenth", data: { rollNumber: "1" } }] });
    const { redirectInfo } = await ask("payments.init", { region: "IN", express: false });
    const answer = await ask(id, { type: "bgv-tenth", paymentId: redirectInfo.web.split("/").at(-1) });
    const check = ajv.compile(contracts[id].data);
    check(answer);
    expect(check.errors ?? []).toEqual([]);
  });
});
