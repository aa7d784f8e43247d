import { describe, expect, test } from "vitest";
import { contracts, getContract } from "#engine/api/contracts.ts";
import { type OperationId, getOperation, isOperationId, operations } from "#engine/api/operations.ts";
import { services } from "#engine/api/services.ts";

const areas: Record<string, object> = import.meta.glob("../../../engine/api/*.ts", { eager: true });
const ids = Object.keys(operations) as OperationId[];

describe("the operation table", () => {
  test("takes each operation from one area, and leaves no area out", () => {
    const written = Object.values(areas).flatMap((area) =>
      Object.entries(area)
        .filter(([name]) => name.endsWith("Operations"))
        .flatMap(([, literals]) => Object.keys(literals as object)),
    );
    expect(written.sort()).toEqual(Object.keys(contracts).sort());
  });

  test("asks leave for every call that sends something to the open transaction", () => {
    const sent = ids.filter((id) => getOperation(id).method !== "GET" && getOperation(id).context?.includes("txnId"));
    // A captcha is drawn and judged beside the transaction; the call that spends it asks.
    const harmless = ["captcha.verify", "captcha.work", "files.photo-nonce"];
    expect(ids.filter((id) => getOperation(id).guard).sort()).toEqual(
      sent.filter((id) => !harmless.includes(id)).sort(),
    );
  });

  test("names no method and path twice", () => {
    const calls = ids.map(
      (id) => `${getOperation(id).method} ${services[getOperation(id).service]}${getOperation(id).path}`,
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("fills each root from one operation", () => {
    const filled = ids.flatMap((id) => getOperation(id).fills ?? []);
    expect(new Set(filled).size).toBe(filled.length);
  });

  test("keeps only signing in, the name of an organisation, the country lookup and what a link shows free of a token", () => {
    expect(ids.filter((id) => getOperation(id).auth === "public").sort()).toEqual([
      "links.open",
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
    const queried = entry.method === "GET" ? Object.keys(contract.query?.properties ?? {}) : (entry.query ?? []);
    const places = [...pathNames, ...queried, ...bodyKeys(contract.body)];
    for (const name of entry.context ?? []) expect(places).toContain(entry.contextAs?.[name] ?? name);
  });
});

function bodyKeys(schema: unknown): string[] {
  const { properties, anyOf } = (schema ?? {}) as { properties?: object; anyOf?: unknown[] };
  return [...Object.keys(properties ?? {}), ...(anyOf ?? []).flatMap(bodyKeys)];
}
