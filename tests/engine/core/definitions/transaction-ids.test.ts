import { expect, test } from "vitest";
import { readTransactionIds } from "#engine/core/definitions/transaction-ids.ts";

const query = new URLSearchParams("orgId=gce&formId=asked&txId=T-1&other=1");

test("reads the transaction from the query of any address", () => {
  expect(readTransactionIds("/payment", {}, query)).toEqual({ orgId: "gce", formId: "asked", txnId: "T-1" });
  expect(readTransactionIds("/payment", {}, new URLSearchParams("orgId="))).toEqual({});
});

test("prefers the path, and opens nothing when a path with :txnId has none", () => {
  const route = ["/ekyc/:formId/:txnId?", "/form"];
  expect(readTransactionIds(route, { formId: "named", txnId: "T-2" }, query)).toEqual({
    orgId: "gce",
    formId: "named",
    txnId: "T-2",
  });
  expect(readTransactionIds(route, { formId: "named" }, query)).toEqual({
    orgId: "gce",
    formId: "named",
    txnId: undefined,
  });
});
