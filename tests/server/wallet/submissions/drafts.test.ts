import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { begin, tenth, wallet } from "../transactions/candidate.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

describe("drafts", () => {
  test("keep consecutive versions and never change a state", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const url = `${wallet}/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`;
    const put = (version: number, data: Record<string, unknown>) => asha.call("PUT", url, { version, data });
    expect((await asha.call("GET", url)).json()).toEqual({ code: 0, data: { version: 0, data: {} } });
    expect((await put(0, { rollNumber: "4" })).json()).toMatchObject({ code: 0, data: { version: 1 } });
    expect((await put(1, { rollNumber: "47" })).json()).toMatchObject({ code: 0, data: { version: 2 } });
    expect((await put(1, { rollNumber: "x" })).json()).toMatchObject({
      code: 111,
      message: "This form was changed elsewhere",
      data: { version: 2, data: { rollNumber: "47" } },
    });
    expect((await put(0, { rollNumber: "x" })).json()).toMatchObject({ code: 111 });
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-tenth": { state: "NOT_INITIALIZED" } } });
    expect((await asha.call("GET", url.replace("bgv-tenth", "dl"))).json()).toMatchObject({ code: 104 });
    expect((await asha.call("GET", `${url}&subType=bgv-tenth-9`)).json()).toMatchObject({ code: 104 });
    await asha.save("bgv-tenth", tenth(await asha.upload()));
    expect((await asha.call("GET", url)).json()).toEqual({ code: 0, data: { version: 0, data: {} } });
  });

  test("keep the open page, and refuse what is no id of one", async () => {
    const asha = await begin(app, "harbour", "senior-check", { identity: true, process: true });
    const url = `${wallet}/transactions/employment-history/draft?orgId=harbour&txnId=${asha.txnId}`;
    const put = (body: object) => asha.call("PUT", url, { data: {}, ...body });
    expect((await put({ version: 0, page: "jobs" })).json()).toMatchObject({ data: { version: 1, page: "jobs" } });
    expect((await asha.call("GET", url)).json()).toMatchObject({ data: { page: "jobs" } });
    expect((await put({ version: 0 })).json()).toMatchObject({ code: 111, data: { version: 1, page: "jobs" } });
    expect((await put({ version: 1, page: "../jobs" })).json()).toMatchObject({ code: 100 });
    expect((await put({ version: 1 })).json()).toMatchObject({ data: { version: 2 } });
    expect((await asha.call("GET", url)).json().data).not.toHaveProperty("page");
  });

  test("never contain sensitive values", async () => {
    const asha = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
    const url = `${wallet}/transactions/dl/draft?orgId=meridian&txnId=${asha.txnId}`;
    expect(
      (await asha.call("PUT", url, { version: 0, data: { licenceNumber: "KA01", captchaText: "123456" } })).json(),
    ).toMatchObject({ code: 106, fields: [{ pointer: "/data/captchaText", keyword: "sensitive" }] });
  });
});
