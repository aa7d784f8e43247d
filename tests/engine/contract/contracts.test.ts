import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type Body, type Query, getContract } from "#engine/contract/contracts.ts";
import { type OperationId, operations } from "#engine/contract/operations.ts";

const ajv = new Ajv({ strict: true, allErrors: true, coerceTypes: false, strictRequired: false });
const ids = Object.keys(operations) as OperationId[];
const txn = { orgId: "gce", txnId: "Zk3vQ8x1Tn5bYc7L" };

function accepts(id: OperationId, part: "body" | "query" | "params", value: unknown): boolean {
  const schema = getContract(id)[part];
  if (!schema) throw new Error(`${id} has no ${part}`);
  return ajv.validate(schema, value);
}

/** Walks a request schema and returns every unbounded part. */
function looseEnds(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, i) => looseEnds(one, `${at}/${i}`));
  if (typeof schema !== "object" || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const own: string[] = [];
  if (node["type"] === "object" && node["properties"] && node["additionalProperties"] !== false)
    own.push(`${at}: open`);
  if (
    node["type"] === "object" &&
    !node["properties"] &&
    !node["patternProperties"] &&
    node["maxProperties"] === undefined
  )
    own.push(`${at}: any keys`);
  if (
    node["type"] === "string" &&
    node["maxLength"] === undefined &&
    node["const"] === undefined &&
    node["contentMediaType"] === undefined
  )
    own.push(`${at}: any length`);
  if (node["type"] === "array" && node["maxItems"] === undefined) own.push(`${at}: any number`);
  return [...own, ...Object.entries(node).flatMap(([key, value]) => looseEnds(value, `${at}/${key}`))];
}

describe("contracts", () => {
  test.each(ids)("%s compiles and bounds every part of a request", (id) => {
    const { params, query, body, form, data } = getContract(id);
    for (const schema of [params, query, body, data]) if (schema) ajv.compile(schema);
    expect(looseEnds({ params, query, body, form }, id)).toEqual([]);
  });

  test("require a one-time password to be a string of six digits", () => {
    expect(accepts("profile.verify-otp", "body", { otp: "012345" })).toBe(true);
    const wrong = [123456, "12345", "1234567", "12345a", "१२३४५६", "123456\n", ["123456"], null];
    expect(wrong.filter((otp) => accepts("profile.verify-otp", "body", { otp }))).toEqual([]);
  });

  test("reject an unknown key, also inside a list", () => {
    expect(accepts("profile.login", "body", { mobile: "+91 98765 43210" })).toBe(true);
    expect(accepts("profile.login", "body", { mobile: "+919876543210", admin: true })).toBe(false);
    const proof = { label: "Proof", url: "/utility/api/1.0/files/abc" };
    const request = { ...txn, verificationName: "bgv-degree", documentList: [proof] };
    expect(accepts("transactions.request-name-change", "body", request)).toBe(true);
    expect(
      accepts("transactions.request-name-change", "body", { ...request, documentList: [{ ...proof, size: 1 }] }),
    ).toBe(false);
    expect(
      accepts("transactions.request-name-change", "body", { ...request, documentList: Array(6).fill(proof) }),
    ).toBe(false);
  });

  test("accept a form of 500 fields in every call with form data, and reject a larger one", () => {
    const dataOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, "x"]));
    const bodies = (data: Record<string, unknown>): [OperationId, Record<string, unknown>][] => [
      ["verifications.save", { ...txn, list: [{ verificationName: "bgv-degree", data }] }],
      ["verifications.replace", { ...txn, subType: "bgv-degree-1", data }],
      ["verifications.repair", { ...txn, subType: "bgv-degree-1", data }],
      ["drafts.put", { version: 0, data }],
    ];
    for (const [id, body] of bodies(dataOf(500))) expect(accepts(id, "body", body), id).toBe(true);
    for (const [id, body] of bodies(dataOf(501))) expect(accepts(id, "body", body), id).toBe(false);
  });

  test("require counts and offsets to be digits within their limits", () => {
    const page = (id: OperationId, count: unknown) => accepts(id, "query", { seed: "0", count });
    for (const count of ["1", "10", "99", "100"]) expect(page("notifications.list", count)).toBe(true);
    for (const count of ["0", "101", "-1", "1.5", "1e1", "", " 1", 10, ["1", "2"]])
      expect(page("notifications.list", count)).toBe(false);
    expect(page("institutes.search", "50")).toBe(true);
    expect(page("institutes.search", "51")).toBe(false);
    const questions = { formId: "joining-questions", orgId: "harbour", id: txn.txnId };
    expect(accepts("questions.list", "query", { ...questions, seed: "0", count: "1000" })).toBe(true);
    expect(accepts("questions.list", "query", { ...questions, count: "1001" })).toBe(false);
    expect(accepts("notifications.list", "query", { seed: "-1" })).toBe(false);
  });

  test("accept a well-formed unknown id (it answers 404), and reject a path", () => {
    expect(accepts("files.get", "params", { id: "nobody-has-this" })).toBe(true);
    const wrong = ["../etc/passwd", "a/b", "a b", "", "x".repeat(129)];
    expect(wrong.filter((id) => accepts("files.get", "params", { id }))).toEqual([]);
  });

  test("reject an unknown state in a list of states", () => {
    expect(accepts("transactions.list", "query", { states: "PENDING,IN_PROGRESS" })).toBe(true);
    const wrong = ["DONE", "PENDING,", "PENDING,DONE", "pending"];
    expect(wrong.filter((states) => accepts("transactions.list", "query", { states }))).toEqual([]);
  });

  test("accept 1 to 50 different names in a skip, and its undo", () => {
    const skip = (verificationNameList: string[], more = {}) =>
      accepts("transactions.skip", "body", { ...txn, verificationNameList, ...more });
    expect(skip(["bgv-tenth"])).toBe(true);
    expect(skip(["bgv-tenth"], { undo: true })).toBe(true);
    expect(skip([])).toBe(false);
    expect(skip(["bgv-tenth", "bgv-tenth"])).toBe(false);
    expect(skip(Array.from({ length: 51 }, (_, i) => `v${i}`))).toBe(false);
  });

  test("distinguish both steps of identification and of the captcha", () => {
    const id = "transactions.verify-identification";
    const field = { ...txn, fieldName: "referenceNumber" };
    const first: Body<typeof id> = { ...field, value: "GCE-100001" };
    const second: Body<typeof id> = { ...field, otpTxnId: "abc", otp: "123456" };
    expect(accepts(id, "body", first)).toBe(true);
    expect(accepts(id, "body", second)).toBe(true);
    expect(accepts(id, "body", field)).toBe(false);
    expect(accepts(id, "body", { ...field, value: "GCE-100001", otp: "123456" })).toBe(false);
    expect(accepts("captcha.verify", "body", txn)).toBe(true);
    expect(accepts("captcha.verify", "body", { ...txn, captchaId: "abc" })).toBe(false);
  });

  test("accept passport as the only identity type", () => {
    expect(accepts("profile.verify-passport", "body", { type: "passport", data: { name: "Asha" } })).toBe(true);
    expect(accepts("profile.verify-passport", "body", { type: "aadhaar", data: { name: "Asha" } })).toBe(false);
  });

  test("accept express as a flag in a query and a boolean in a body", () => {
    const query: Query<"payments.info"> = { ...txn, express: "true" };
    expect(accepts("payments.info", "query", query)).toBe(true);
    expect(accepts("payments.info", "query", { ...txn, express: "false" })).toBe(false);
    expect(accepts("payments.init", "body", { ...txn, region: "IN", express: false })).toBe(true);
    expect(accepts("payments.init", "body", { ...txn, region: "IN", express: "true" })).toBe(false);
    expect(accepts("payments.init", "body", { ...txn, region: "IN", express: false, amount: 1 })).toBe(false);
  });

  test("reject coordinates outside the globe", () => {
    const at = (latitude: string, longitude: string) =>
      accepts("places.reverse-geocode", "query", { latitude, longitude });
    expect(at("12.9716", "77.5946")).toBe(true);
    expect(at("-90", "180.0")).toBe(true);
    const wrong = [
      ["91", "0"],
      ["90.1", "0"],
      ["0", "180.5"],
      ["1e3", "0"],
      ["", "0"],
      ["NaN", "0"],
    ] as const;
    expect(wrong.filter(([latitude, longitude]) => at(latitude, longitude))).toEqual([]);
  });

  test("accept a bill with paise, and reject a negative one", () => {
    const bill = {
      items: [{ label: "Degree", description: "", subtitle: "", price: 2500, mrp: 3000 }],
      total: 2500,
      toPay: 2949.99,
      toPayBeforeGst: 2500,
      gst: 449.99,
      discount: { amount: 0, mrpDiscount: 500, percentage: 0 },
      availableDiscount: {
        percentage: 10,
        minAmount: { IN: { currency: "INR", amount: 3000 }, INTL: { currency: "USD", amount: 40 } },
      },
      currencySymbol: "INR",
      verificationList: [{ name: "bgv-degree", credits: 2500 }],
      region: "IN",
      createdAt: "2026-11-21T10:00:00.000Z",
      transactionId: txn.txnId,
      org: { displayName: "GCE", imageUrl: "" },
      updatedAt: "2026-11-21T10:00:00Z",
      refundDetails: [],
    };
    const validate = ajv.compile(getContract("payments.info").data);
    validate(bill);
    expect(validate.errors).toBeNull();
    expect(validate({ ...bill, toPay: -1 })).toBe(false);
    expect(validate({ ...bill, paymentId: null })).toBe(false);
  });
});
