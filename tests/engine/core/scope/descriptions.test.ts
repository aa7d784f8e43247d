import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { failureContract, roots } from "#engine/core/scope/index.ts";
import { itemContract } from "#engine/core/scope/item.ts";

// Editors complete paths and show their descriptions, so every path needs one.

/**
 * Yields every path below a contract with its description. Shared definitions are not entered: the description is at
 * their use.
 */
function* linesOf(schema: JsonSchema, path: string): Generator<[path: string, line: unknown]> {
  const at = (key: string) => Object.entries((schema[key] ?? {}) as Record<string, JsonSchema>);
  for (const [name, property] of at("properties")) {
    yield [`${path}.${name}`, property["description"]];
    yield* linesOf(property, `${path}.${name}`);
  }
  for (const [, property] of at("patternProperties")) yield* linesOf(property, `${path}.*`);
  const { additionalProperties: rest, items } = schema as Record<string, JsonSchema | false | undefined>;
  if (rest) yield* linesOf(rest, `${path}.*`);
  if (items) yield* linesOf(items, `${path}[]`);
  for (const [, one] of [...at("anyOf"), ...at("oneOf"), ...at("allOf")]) yield* linesOf(one, path);
}

const contracts = {
  ...Object.fromEntries(Object.entries(roots).map(([name, { contract }]) => [name, contract()])),
  failure: failureContract(),
  item: itemContract(),
};
const lines = Object.entries(contracts).flatMap(([name, contract]) => [
  ...linesOf(JSON.parse(JSON.stringify(contract)) as JsonSchema, name),
]);
const isLine = (line: unknown): boolean => typeof line === "string" && /^\S[^\n]{2,158}\.$/.test(line);

describe("every path of every root", () => {
  it("has a description", () => {
    expect(lines.filter(([, line]) => !isLine(line)).map(([path]) => path)).toEqual([]);
  });

  it("is reachable through lists, maps and nullable values", () => {
    expect(lines.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "transaction.verificationList.*.insufficiency.reason",
        "transaction.groups[].items[].price.mrp",
        "transaction.allowed.transactions.process.why",
        "bill.availableDiscount.minAmount.*.amount",
        "verification.request.fieldList[].label",
        "failure.fields[].pointer",
        "item.tag",
      ]),
    );
  });
});
