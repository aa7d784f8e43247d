import { expect, test } from "vitest";
import { toAddress } from "#engine/documents/address.ts";

const facts = { orgId: "gce", formId: "admission", txnId: "t 1" };

test("an address is the route with the facts in its path and its query", () => {
  const target = {
    params: { formId: "{formId}", txnId: "{txnId}" },
    query: { orgId: "{orgId}", transactionHistory: true, tab: "one" },
  };
  expect(toAddress("/ekyc/:formId/:txnId?", target, facts)).toBe(
    "/ekyc/admission/t%201?orgId=gce&transactionHistory=true&tab=one",
  );
});

test("what may be left out is left out; without what must be there, there is no address", () => {
  expect(toAddress(["/ekyc/:formId/:txnId?", "/other"], { params: { formId: "{formId}" } }, facts)).toBe(
    "/ekyc/admission",
  );
  expect(toAddress("/ekyc/:formId", { params: { formId: "{gone}" } }, facts)).toBeUndefined();
  expect(toAddress("/", { query: { order: "{gone}" } }, facts)).toBe("/");
});
