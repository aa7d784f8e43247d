import { describe, expect, test } from "vitest";
import { contracts, getContract } from "#engine/contract/contracts.ts";
import { type OperationId, getOperation, isOperationId, operations } from "#engine/contract/operations.ts";
import { services } from "#engine/contract/services.ts";

const areas: Record<string, object> = import.meta.glob("../../../engine/contract/*.ts", { eager: true });
const ids = Object.keys(operations) as OperationId[];

describe("the operation table", () => {
  test("contains each operation of each area once", () => {
    const written = Object.values(areas).flatMap((area) =>
      Object.entries(area)
        .filter(([name]) => name.endsWith("Operations"))
        .flatMap(([, literals]) => Object.keys(literals as object)),
    );
    expect(written.sort()).toEqual(Object.keys(contracts).sort());
  });

  test("guards every call that changes the open transaction", () => {
    const sent = ids.filter((id) => getOperation(id).method !== "GET" && getOperation(id).context?.includes("txnId"));
    // A captcha changes no transaction; the call that uses it up has a guard.
    const harmless = ["captcha.verify", "captcha.work", "files.photo-nonce"];
    expect(ids.filter((id) => getOperation(id).guard).sort()).toEqual(
      sent.filter((id) => !harmless.includes(id)).sort(),
    );
  });

  test("has no duplicate method and path", () => {
    const calls = ids.map(
      (id) => `${getOperation(id).method} ${services[getOperation(id).service]}${getOperation(id).path}`,
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("fills each root from one operation", () => {
    const filled = ids.flatMap((id) => getOperation(id).fills ?? []);
    expect(new Set(filled).size).toBe(filled.length);
  });

  test("allows no token only for sign-in, organisation name, country lookup and links for people without account", () => {
    expect(ids.filter((id) => getOperation(id).auth === "public").sort()).toEqual([
      "deletion-receipts.get",
      "organisations.get",
      "places.ip-country",
      "profile.create",
      "profile.login",
      "profile.verify-otp",
      "share-links.view",
      "sign-ins.prepare-passkey",
      "sign-ins.start-over",
      "sign-ins.verify-passkey",
      "source-requests.answer",
      "source-requests.read-document",
      "source-requests.view",
    ]);
  });

  test("rejects a name from the object prototype", () => {
    expect(isOperationId("profile.get")).toBe(true);
    expect(isOperationId("toString")).toBe(false);
    expect(isOperationId("__proto__")).toBe(false);
  });

  test.each(ids)("%s has the method and path of its contract", (id) => {
    const entry = getOperation(id);
    const contract = getContract(id);
    const pathNames = [...entry.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
    expect(Object.keys(contract.params?.properties ?? {}).sort()).toEqual(pathNames.sort());
    expect(contract.body !== undefined && entry.method === "GET").toBe(false);
    const queried = entry.method === "GET" ? Object.keys(contract.query?.properties ?? {}) : (entry.query ?? []);
    const places = [...pathNames, ...queried, ...bodyKeys(contract.body)];
    for (const name of entry.context ?? []) expect(places).toContain(entry.contextAs?.[name] ?? name);
  });
});

function bodyKeys(schema: unknown): string[] {
  const { properties, anyOf } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] };
  return [...Object.keys(properties ?? {}), ...(anyOf ?? []).flatMap(bodyKeys)];
}
