import { describe, expect, test } from "vitest";
import { toRequest } from "#engine/contract/request.ts";

const open = { orgId: "gce", txnId: "T1", formId: "education-evaluation" };

describe("toRequest", () => {
  test("fills in the open transaction under its wire name", () => {
    expect(toRequest("transactions.info", {}, open).path).toBe(
      "/verification/web-wallet/api/1.0/transactions/info?orgId=gce&txnId=T1",
    );
    expect(toRequest("transactions.create", {}, open).body).toEqual({
      orgId: "gce",
      eKycFormId: "education-evaluation",
    });
    expect(toRequest("questions.list", { seed: 0, count: 1000 }, open).path).toContain(
      "purposes?seed=0&count=1000&orgId=gce&id=T1&formId=education-evaluation",
    );
  });

  test("prefers an argument to the open transaction", () => {
    expect(toRequest("transactions.process", { txnId: "T2" }, open).body).toEqual({ orgId: "gce", txnId: "T2" });
    expect(toRequest("transactions.create", { eKycFormId: "other" }, open).body).toEqual({
      orgId: "gce",
      eKycFormId: "other",
    });
  });

  test("splits arguments into path, query and body", () => {
    expect(toRequest("drafts.put", { type: "bgv-degree", version: 0, data: { course: "BA" } }, open)).toEqual({
      method: "PUT",
      path: "/verification/web-wallet/api/1.0/transactions/bgv-degree/draft?orgId=gce&txnId=T1",
      body: { version: 0, data: { course: "BA" } },
    });
    expect(toRequest("profile.get", {}, open)).toEqual({
      method: "GET",
      path: "/web-wallet/api/1.0/profile",
      body: undefined,
    });
  });

  test("omits missing arguments and a false flag", () => {
    expect(toRequest("payments.info", { region: null, express: false, paymentId: undefined }, open).path).toBe(
      "/verification/api/1.0/transactions/payment?orgId=gce&txnId=T1",
    );
    expect(toRequest("payments.info", { express: true }, open).path).toContain("express=true");
    expect(toRequest("payments.init", { region: "IN", express: false }, open).body).toMatchObject({ express: false });
  });

  test("sends answers and a single submission as lists", () => {
    expect(toRequest("transactions.answer", { data: { q1: "a", q2: "b" } }, open).body).toMatchObject({
      data: [
        { questionId: "q1", answer: "a" },
        { questionId: "q2", answer: "b" },
      ],
    });
    expect(toRequest("verifications.save", { verificationName: "bgv-tenth", data: { board: "x" } }, open).body).toEqual(
      {
        orgId: "gce",
        txnId: "T1",
        list: [{ verificationName: "bgv-tenth", data: { board: "x" } }],
      },
    );
  });

  test("sends the single proof of a name change as a list", () => {
    expect(
      toRequest(
        "transactions.request-name-change",
        { verificationName: "bgv-tenth", label: "Document proof", url: "/utility/api/1.0/files/x" },
        { orgId: "lotus", txnId: "t1" },
      ).body,
    ).toEqual({
      orgId: "lotus",
      txnId: "t1",
      verificationName: "bgv-tenth",
      documentList: [{ label: "Document proof", url: "/utility/api/1.0/files/x" }],
    });
  });

  test("escapes path parameters and rejects a missing one", () => {
    expect(toRequest("files.get", { id: "../x" }).path).toBe("/utility/api/1.0/files/..%2Fx");
    expect(toRequest("institutes.search", { search: "a&b" }).path).toContain("search=a%26b");
    expect(() => toRequest("files.get", {})).toThrow(TypeError);
  });
});
