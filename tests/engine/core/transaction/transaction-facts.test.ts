import { describe, expect, it } from "vitest";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { toTransaction } from "#engine/core/transaction/transaction-root.ts";
import { toTransactionFacts } from "#engine/core/transaction/transaction-facts.ts";
import { entry, identity, sources, transaction, waiting } from "./transaction.ts";

const factsOf = (entries: Parameters<typeof transaction>[0], rest?: Partial<TxnInfo>) =>
  toTransactionFacts(transaction(entries, rest), sources);
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe("toTransactionFacts", () => {
  const mixed = [
    entry("aadhaar", { ...identity, state: "COMPLETED" }),
    entry("bgv-tenth", { markedAsSkip: true }),
    entry("bgv-twelfth"),
    entry("bgv-degree", { state: "DATA_SAVED" }),
    entry("bgv-employment", { category: { name: "Employment" }, skipAllowed: false }),
  ];

  it("counts steps, done and remaining verifications", () => {
    expect(factsOf(mixed)).toMatchObject({
      steps: { done: 3, total: 5 },
      filtered: { done: ["aadhaar"], remaining: ["bgv-twelfth", "bgv-employment"] },
    });
  });

  it("separates blocking from skippable verifications", () => {
    const facts = factsOf(mixed);
    expect(namesOf(facts.blocking)).toEqual(["bgv-employment"]);
    expect(facts.skippableNames).toEqual(["bgv-twelfth"]);
    expect(namesOf(facts.skippable)).toEqual(facts.skippableNames);
    expect(facts.remainingNames).toEqual(["bgv-employment", "bgv-twelfth"]);
  });

  it("lists skippable verifications that the guard refuses to skip now", () => {
    const allowed = (yes: boolean) => ({ transactions: { skip: { yes } } });
    const facts = factsOf([
      entry("bgv-tenth", { allowed: allowed(true) }),
      entry("bgv-twelfth", { allowed: allowed(false) }),
      entry("bgv-degree", { allowed: allowed(false), markedAsSkip: true }),
      entry("bgv-employment", { allowed: allowed(false), skipAllowed: false }),
    ]);
    expect(namesOf(facts.skipRefused)).toEqual(["bgv-twelfth"]);
  });

  it("lists no verification of an unmet minimum set twice", () => {
    const facts = factsOf([
      entry("bgv-tenth"),
      entry("bgv-twelfth", { skipAllowed: false }),
      entry("bgv-address"),
      entry("bgv-employment", { skipAllowed: false }),
    ]);
    expect(facts.minimumSet.met).toBe(false);
    expect([namesOf(facts.otherBlocking), namesOf(facts.otherSkippable)]).toEqual([
      ["bgv-employment"],
      ["bgv-address"],
    ]);
    expect(namesOf(factsOf(mixed).otherSkippable)).toEqual(["bgv-twelfth"]);
  });

  it("groups by category in the catalogue's order, insufficient ones first", () => {
    const groups = factsOf([
      entry("bgv-employment", { category: { name: "Employment" } }),
      entry("bgv-tenth"),
      entry("bgv-twelfth", { state: "COMPLETED" }),
      entry("bgv-degree", { state: "INSUFFICIENT_DATA", insufficiency: waiting }),
      entry("odd", { category: { name: "Odd" } }),
      entry("aadhaar", identity),
    ]).groups;
    expect(groups.map(({ id, items }) => [id, namesOf(items)])).toEqual([
      ["insufficient", ["bgv-degree"]],
      ["Identity", ["aadhaar"]],
      ["Education", ["bgv-twelfth", "bgv-tenth"]],
      ["Employment", ["bgv-employment"]],
      ["Odd", ["odd"]],
    ]);
    expect(groups[0]).toMatchObject(sources.categories.insufficient);
    expect(groups[2]).toMatchObject({
      heading: "Education Check",
      note: sources.categories.categories["Education"]?.note,
    });
    expect(groups[4]?.heading).toEqual({ text: "{category} Check", with: { category: "Odd" } });
  });

  it("hides identity behind the Identity tile unless the profile is manual, but counts it", () => {
    const facts = factsOf(mixed, { manualProfileRequired: false });
    expect(facts.groups.map(({ id }) => id)).not.toContain("Identity");
    expect(facts.steps.total).toBe(5);
  });

  it("has an empty status before the start, SKIPPED when skipped, else the state with its tag", () => {
    const statusOf = (state: TxnInfo["state"]) =>
      factsOf(mixed, { state })
        .groups.flatMap(({ items }) => items)
        .map(({ name, status, tag }) => [name, status, tag]);
    expect(statusOf("NOT_INITIALIZED").every(([, status, tag]) => status === "" && tag === "")).toBe(true);
    expect(statusOf("PENDING")).toContainEqual(["bgv-tenth", "SKIPPED", "Skipped"]);
    expect(statusOf("PENDING")).toContainEqual(["bgv-degree", "DATA_SAVED", "Submitted"]);
  });

  it("computes no price before it is read", () => {
    let looked = 0;
    const info = Object.defineProperties(transaction([entry("bgv-degree")]), {
      priceList: { enumerable: true, get: () => ((looked += 1), []) },
      discount: { enumerable: true, get: () => ((looked += 1), { percentage: 10 }) },
    });
    const documents: Record<string, unknown> = { states: sources.states, categories: sources.categories };
    const find = ((kind: string) => documents[kind]) as RootInput["find"];
    for (const made of [
      toTransactionFacts(info, sources),
      toTransaction(info, { find, translate: (english) => english, now: sources.now }),
    ]) {
      looked = 0;
      expect([made.remainingNames, looked]).toEqual([["bgv-degree"], 0]);
      expect([made.discount.percentage, looked]).toEqual([10, 1]);
    }
  });

  it("adds prices and icons to tiles", () => {
    const info = transaction([entry("bgv-degree")], {
      priceList: [
        { verificationName: "bgv-degree", mrp: 60, price: { primary: 50 }, discount: { primary: 17, secondary: 25 } },
      ],
    });
    const [group] = toTransactionFacts(info, { ...sources, icons: { "bgv-degree": "degree" } }).groups;
    expect(group?.items[0]).toMatchObject({
      icon: "degree",
      price: { mrp: 60, price: 50, discount: { primary: 17, secondary: 25 } },
    });
  });

  it("fulfils the minimum set with proceeded, unskipped verifications, and only where a request has one", () => {
    const metBy = (entries: Parameters<typeof transaction>[0]) => factsOf(entries).minimumSet;
    expect(metBy([entry("bgv-tenth", { markedAsSkip: true }), entry("bgv-twelfth")])).toMatchObject({
      met: false,
      atLeast: 1,
    });
    expect(namesOf(metBy([entry("bgv-tenth"), entry("bgv-address")]).list)).toEqual(["bgv-tenth"]);
    expect(metBy([entry("bgv-tenth", { state: "DATA_SAVED" }), entry("bgv-twelfth")]).met).toBe(true);
    expect(metBy([entry("bgv-tenth", { state: "DATA_SAVED", markedAsSkip: true })]).met).toBe(false);
    expect(metBy([entry("bgv-address")])).toEqual({ met: true, atLeast: 0, list: [], names: [] });
  });

  it("lists basic details without a verified value", () => {
    const asked = { requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "Reference number" }] };
    expect(factsOf([], asked).missingBasicDetails).toHaveLength(1);
    expect(
      factsOf([], { ...asked, userInputList: [{ fieldName: "referenceNumber", value: "GCE-100001", verified: false }] })
        .missingBasicDetails,
    ).toHaveLength(1);
    expect(
      factsOf([], { ...asked, userInputList: [{ fieldName: "referenceNumber", value: "GCE-100001", verified: true }] })
        .missingBasicDetails,
    ).toEqual([]);
  });

  it("expires only before the start", () => {
    const form = { formId: "f", name: "f", isExpired: false, expiry: Date.parse("2026-11-21T11:59:59Z") / 1000 };
    expect(factsOf([], { state: "NOT_INITIALIZED", form }).expired).toBe(true);
    expect(factsOf([], { state: "PENDING", form }).expired).toBe(false);
    expect(factsOf([], { state: "NOT_INITIALIZED", form: { ...form, expiry: -1 } }).expired).toBe(false);
    expect(factsOf([], { state: "NOT_INITIALIZED", form: { ...form, expiry: -1, isExpired: true } }).expired).toBe(
      true,
    );
  });

  it("accepts evaluationInfo as an object", () => {
    const one = { provider: "gce", mode: "normal", processingPeriod: "5 to 14 working days" } as const;
    expect(factsOf([], { evaluationInfo: one as unknown as TxnInfo["evaluationInfo"] }).evaluationInfo).toEqual([one]);
  });
});
