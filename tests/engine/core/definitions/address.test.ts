import { expect, test } from "vitest";
import { toAddress } from "#engine/core/definitions/address.ts";

const facts = { orgId: "gce", formId: "admission", txnId: "t 1" };

test("fills path and query of the route with facts", () => {
  const target = {
    params: { formId: "{formId}", txnId: "{txnId}" },
    query: { orgId: "{orgId}", transactionHistory: true, tab: "one" },
  };
  expect(toAddress("/ekyc/:formId/:txnId?", target, facts)).toBe(
    "/ekyc/admission/t%201?orgId=gce&transactionHistory=true&tab=one",
  );
});

test("omits an optional parameter, and returns no address without a required one", () => {
  expect(toAddress(["/ekyc/:formId/:txnId?", "/other"], { params: { formId: "{formId}" } }, facts)).toBe(
    "/ekyc/admission",
  );
  expect(toAddress("/ekyc/:formId", { params: { formId: "{gone}" } }, facts)).toBeUndefined();
  expect(toAddress("/", { query: { order: "{gone}" } }, facts)).toBe("/");
});
