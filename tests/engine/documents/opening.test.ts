import { expect, test } from "vitest";
import { toOpenIds } from "#engine/documents/opening.ts";

const query = new URLSearchParams("orgId=gce&formId=asked&txId=T-1&other=1");

test("the query of any address may say which transaction it opens", () => {
  expect(toOpenIds("/payment", {}, query)).toEqual({ orgId: "gce", formId: "asked", txnId: "T-1" });
  expect(toOpenIds("/payment", {}, new URLSearchParams("orgId="))).toEqual({});
});

test("what the path says comes first, and a path that may name a transaction and does not opens none", () => {
  const route = ["/ekyc/:formId/:txnId?", "/form"];
  expect(toOpenIds(route, { formId: "named", txnId: "T-2" }, query)).toEqual({
    orgId: "gce",
    formId: "named",
    txnId: "T-2",
  });
  expect(toOpenIds(route, { formId: "named" }, query)).toEqual({ orgId: "gce", formId: "named", txnId: undefined });
});
