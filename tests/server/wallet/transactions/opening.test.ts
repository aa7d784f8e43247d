import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { begin, wallet } from "./candidate.ts";

let app: TestApp;
const invited = "+919812345678";

beforeAll(async () => {
  const config = await definitionsConfig((document) =>
    document.kind === "request" && document.id === "joining-questions"
      ? { ...document, invited: [invited], public: true }
      : document,
  );
  app = await startTestApp({ config });
});
afterAll(() => app?.close());

const create = (token: string, orgId: string, eKycFormId: string) =>
  app.call("POST", `${wallet}/transactions`, { token, body: { orgId, eKycFormId } });

describe("openTransaction", () => {
  test("returns the open transaction, also to two tabs at once", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    const answers = await Promise.all([1, 2, 3].map(() => create(token, "gce", "education-evaluation")));
    expect(
      new Set(answers.map((answer) => answer.json<{ data: { transactionId: string } }>().data.transactionId)).size,
    ).toBe(1);
  });

  test("answers 404 for an unknown organisation or form, 409 (110) after expiry, 403 without invitation", async () => {
    const { accessToken: token } = await app.signIn(newMobile());
    expect((await create(token, "nobody", "education-evaluation")).json()).toMatchObject({ code: 104 });
    expect((await create(token, "gce", "nothing")).json()).toMatchObject({ code: 104 });
    expect((await create(token, "harbour", "closed-drive")).json()).toMatchObject({
      code: 110,
      message: "Form Expired",
    });
    expect((await create(token, "harbour", "joining-questions")).json()).toMatchObject({ code: 103 });
    const { accessToken: guest } = await app.signIn(invited);
    expect((await create(guest, "harbour", "joining-questions")).json()).toMatchObject({ code: 0 });
    expect((await app.call("POST", `${wallet}/transactions`, { body: { bad: true } })).statusCode).toBe(401);
  });

  test("answers 403 at the entry and 404 elsewhere for another candidate's transaction", async () => {
    const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
    const { accessToken: token } = await app.signIn(newMobile());
    const keys = { orgId: "harbour", txnId: asha.txnId };
    const query = `?orgId=harbour&txnId=${asha.txnId}`;
    const gate = await app.call("GET", `${wallet}/transactions/info${query}`, { token });
    expect([gate.statusCode, gate.json()]).toMatchObject([403, { code: 103, message: "Access not allowed" }]);
    expect(gate.json()).not.toHaveProperty("data");
    expect(
      (await app.call("GET", `${wallet}/transactions/info?orgId=gce&txnId=${asha.txnId}`, { token })).json(),
    ).toMatchObject({ code: 104 });
    expect(
      (await app.call("GET", `${wallet}/transactions/info?orgId=harbour&txnId=nothing`, { token })).json(),
    ).toMatchObject({ code: 104 });
    const others: [string, string, Record<string, unknown> | undefined][] = [
      ["POST", `${wallet}/transactions/process`, keys],
      ["POST", `${wallet}/transactions/eval-info`, keys],
      ["POST", `${wallet}/transactions/process/mark-as-skip`, { ...keys, verificationNameList: ["bgv-tenth"] }],
      ["POST", `${wallet}/bgv`, { ...keys, list: [{ verificationName: "bgv-tenth", data: {} }] }],
      ["DELETE", `${wallet}/bgv`, { ...keys, subType: "bgv-tenth-1" }],
      ["POST", `${wallet}/bgv/insufficiency`, { ...keys, subType: "bgv-tenth-1", data: {} }],
      ["PATCH", `${wallet}/transactions/user-response`, { ...keys, data: [{ questionId: "a", answer: "b" }] }],
      [
        "POST",
        `${wallet}/transactions/name-change-request`,
        { ...keys, verificationName: "bgv-tenth", documentList: [{ label: "a", url: "b" }] },
      ],
      ["GET", `${wallet}/transactions/bgv-tenth/info${query}`, undefined],
      ["GET", `${wallet}/transactions/bgv-tenth/draft${query}`, undefined],
      ["PUT", `${wallet}/transactions/bgv-tenth/draft${query}`, { version: 0, data: {} }],
      ["GET", `${wallet}/purposes/user?formId=background-check&orgId=harbour&id=${asha.txnId}`, undefined],
    ];
    for (const [method, url, body] of others) {
      const answer = await app.call(method as "POST", url, { token, body });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 104]);
    }
  });
});
