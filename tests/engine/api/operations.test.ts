import { describe, expect, test } from "vitest";
import { contracts, getContract } from "#engine/api/contracts.ts";
import { type OperationId, getOperation, isOperationId, operations } from "#engine/api/operations.ts";
import { services } from "#engine/api/services.ts";
import { summaries } from "#engine/api/parts/summaries.ts";

const ids = Object.keys(operations) as OperationId[];
const expected = `profile.login profile.create profile.verify-otp profile.renew profile.logout profile.get profile.patch
profile.verify-passport aadhaar.send-otp aadhaar.verify profile.chat-hash profile.chat-hash-post profile.export
profile.request-deletion chat.list chat.send credentials.list credentials.receive credentials.verify
credentials.add-document organisations.get transactions.create transactions.process transactions.request-evaluation
transactions.info verifications.info transactions.skip transactions.list transactions.verify-identification
transactions.update-identification transactions.request-name-change questions.list questions.list-for-user
transactions.answer forms.public verification-configs.info drafts.get drafts.put drafts.remove verifications.save
verifications.replace verifications.remove verifications.repair captcha.verify payments.regions payments.price
payments.mode payments.providers payments.info payments.init payments.poll payments.history payments.paid files.upload
files.get files.from-url files.detect places.reverse-geocode places.static-map places.ip-country places.pincode
institutes.search boards.search notifications.list`.split(/\s+/);

describe("the operation table", () => {
  test("holds every call of spec §7 and no other", () => {
    expect([...ids].sort()).toEqual([...expected].sort());
  });

  test("has one contract and one summary for each operation", () => {
    expect(Object.keys(contracts).sort()).toEqual([...ids].sort());
    expect(Object.keys(summaries).sort()).toEqual([...ids].sort());
  });

  test("names no method and path twice", () => {
    const calls = ids.map((id) => `${getOperation(id).method} ${services[getOperation(id).service]}${getOperation(id).path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("fills each root from one operation", () => {
    const filled = ids.flatMap((id) => getOperation(id).fills ?? []);
    expect(new Set(filled).size).toBe(filled.length);
  });

  test("keeps only the calls of spec §6 and the country lookup free of a token", () => {
    expect(ids.filter((id) => getOperation(id).auth === "public").sort()).toEqual([
      "organisations.get",
      "places.ip-country",
      "profile.create",
      "profile.login",
      "profile.verify-otp",
    ]);
  });

  test("does not take a name from the prototype for an operation", () => {
    expect(isOperationId("profile.get")).toBe(true);
    expect(isOperationId("toString")).toBe(false);
    expect(isOperationId("__proto__")).toBe(false);
  });

  test.each(ids)("%s travels as its contract says", (id) => {
    const entry = getOperation(id);
    const contract = getContract(id);
    const pathNames = [...entry.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
    expect(Object.keys(contract.params?.properties ?? {}).sort()).toEqual(pathNames.sort());
    expect(contract.body !== undefined && entry.method === "GET").toBe(false);
    if (entry.method !== "GET") expect(Object.keys(contract.query?.properties ?? {}).sort()).toEqual([...(entry.query ?? [])].sort());
    expect(contract.form !== undefined).toBe(entry.multipart === true);
    expect(contract.contentTypes !== undefined).toBe(entry.raw === true);
    const queried = entry.method === "GET" ? Object.keys(contract.query?.properties ?? {}) : (entry.query ?? []);
    const places = [...pathNames, ...queried, ...bodyKeys(contract.body)];
    for (const name of entry.context ?? []) expect(places).toContain(entry.contextAs?.[name] ?? name);
  });
});

function bodyKeys(schema: unknown): string[] {
  const { properties, anyOf } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] };
  return [...Object.keys(properties ?? {}), ...(anyOf ?? []).flatMap(bodyKeys)];
}
