import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";

const wallet = "/verification/web-wallet/api/1.0";
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

const employment = { company: "Infosys", designation: "Engineer", startDate: "2020-01-31", stillWorking: true };

describe("a free form", () => {
  test("begins, takes answers of the form document and shows them", async () => {
    const { accessToken: token } = await app.signIn(newMobile(), { name: "Asha Verma", identity: true });
    const created = await app.call("POST", `${wallet}/transactions`, { token, body: { orgId: "harbour", eKycFormId: "background-check" } });
    expect(created.json()).toMatchObject({ code: 0 });
    const keys = { orgId: "harbour", txnId: created.json<{ data: { transactionId: string } }>().data.transactionId };
    const info = await app.call("GET", `${wallet}/transactions/info?orgId=harbour&txnId=${keys.txnId}`, { token });
    expect(info.json()).toMatchObject({ code: 0, data: { state: "NOT_INITIALIZED", filtered: { done: [] } } });
    const process = await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
    expect(process.json()).toMatchObject({ code: 0, data: { state: "PENDING" } });
    const saved = await app.call("POST", `${wallet}/bgv`, { token, body: { ...keys, list: [{ verificationName: "bgv-employment", data: employment }] } });
    console.log(saved.body);
  });
});
