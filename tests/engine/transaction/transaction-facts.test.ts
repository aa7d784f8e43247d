import { describe, expect, it } from "vitest";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import { continueBlockers } from "#engine/transaction/continue-blockers.ts";
import { toTransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { entry, identity, rules, sources, transaction, waiting } from "./transaction.ts";

const factsOf = (entries: Parameters<typeof transaction>[0], rest?: Partial<TxnInfo>) => toTransactionFacts(transaction(entries, rest), sources);
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe("toTransactionFacts", () => {
  const mixed = [
    entry("aadhaar", { ...identity, state: "COMPLETED" }), entry("bgv-tenth", { markedAsSkip: true }), entry("bgv-twelfth"),
    entry("bgv-degree", { state: "DATA_SAVED" }), entry("bgv-employment", { category: { name: "Employment" }, skipAllowed: false }),
  ];

  it("counts done, remaining and proceeded", () => {
    expect(factsOf(mixed)).toMatchObject({ total: 5, proceededCount: 3, filtered: { done: ["aadhaar"], remaining: ["bgv-twelfth", "bgv-employment"] } });
  });

  it("tells what blocks from what may be skipped", () => {
    const facts = factsOf(mixed);
    expect(namesOf(facts.blocking)).toEqual(["bgv-employment"]);
    expect(facts.skippableNames).toEqual(["bgv-twelfth"]);
    expect(namesOf(facts.skippable)).toEqual(facts.skippableNames);
  });

  it("does not list again beside an unmet minimum set what the set lists", () => {
    const facts = factsOf([entry("bgv-tenth"), entry("bgv-twelfth", { skipAllowed: false }), entry("bgv-address"), entry("bgv-employment", { skipAllowed: false })]);
    expect(facts.minimumSet.met).toBe(false);
    expect([namesOf(facts.otherBlocking), namesOf(facts.otherSkippable)]).toEqual([["bgv-employment"], ["bgv-address"]]);
    expect(namesOf(factsOf(mixed).otherSkippable)).toEqual(["bgv-twelfth"]);
  });

  it("groups by category in the catalogue's order, what needs the candidate first", () => {
    const groups = factsOf([
      entry("bgv-employment", { category: { name: "Employment" } }), entry("bgv-tenth"), entry("bgv-twelfth", { state: "COMPLETED" }),
      entry("bgv-degree", { state: "INSUFFICIENT_DATA", insufficiency: waiting }), entry("odd", { category: { name: "Odd" } }), entry("aadhaar", identity),
    ]).groups;
    expect(groups.map(({ id, items }) => [id, namesOf(items)])).toEqual([
      ["insufficient", ["bgv-degree"]], ["Identity", ["aadhaar"]], ["Education", ["bgv-twelfth", "bgv-tenth"]], ["Employment", ["bgv-employment"]], ["Odd", ["odd"]],
    ]);
    expect(groups[0]).toMatchObject({ heading: "Action Required", tone: "danger" });
    expect(groups[2]).toMatchObject({ heading: "Education Check", note: sources.categories.categories["Education"]?.note });
    expect(groups[4]?.heading).toEqual({ text: "{category} Check", with: { category: "Odd" } });
  });

  it("leaves identity entries to the Identity tile unless the profile is manual, but counts them", () => {
    const facts = factsOf(mixed, { manualProfileRequired: false });
    expect(facts.groups.map(({ id }) => id)).not.toContain("Identity");
    expect(facts.total).toBe(5);
  });

  it("has no status before the transaction begins, SKIPPED when skipped, else the state with its tag", () => {
    const statusOf = (state: TxnInfo["state"]) => factsOf(mixed, { state }).groups.flatMap(({ items }) => items).map(({ name, status, tag }) => [name, status, tag]);
    expect(statusOf("NOT_INITIALIZED").every(([, status, tag]) => status === "" && tag === "")).toBe(true);
    expect(statusOf("PENDING")).toContainEqual(["bgv-tenth", "SKIPPED", "Skipped"]);
    expect(statusOf("PENDING")).toContainEqual(["bgv-degree", "DATA_SAVED", "Submitted"]);
  });

  it("offers skipping and its undoing between start and submission only", () => {
    const offers = (state: TxnInfo["state"]) => factsOf(mixed, { state }).groups.flatMap(({ items }) => items).filter(({ canSkip, canUndoSkip }) => canSkip || canUndoSkip).map(({ name, canUndoSkip }) => `${canUndoSkip ? "undo " : ""}${name}`).sort();
    expect(offers("PENDING")).toEqual(["bgv-degree", "bgv-twelfth", "undo bgv-tenth"]);
    expect(offers("NOT_INITIALIZED")).toEqual([]);
    expect(offers("IN_PROGRESS")).toEqual([]);
  });

  it("joins prices and icons to tiles", () => {
    const info = transaction([entry("bgv-degree")], { priceList: [{ verificationName: "bgv-degree", mrp: 60, price: { primary: 50 }, discount: { primary: 17, secondary: 25 } }] });
    const [group] = toTransactionFacts(info, { ...sources, icons: { "bgv-degree": "degree" } }).groups;
    expect(group?.items[0]).toMatchObject({ icon: "degree", price: { mrp: 60, price: 50, discount: { primary: 17, secondary: 25 } } });
  });

  it("meets the minimum set by something proceeded and not skipped, and only where it is asked", () => {
    const metBy = (entries: Parameters<typeof transaction>[0]) => factsOf(entries).minimumSet;
    expect(metBy([entry("bgv-tenth", { markedAsSkip: true }), entry("bgv-twelfth")])).toMatchObject({ met: false, atLeast: 1 });
    expect(namesOf(metBy([entry("bgv-tenth"), entry("bgv-address")]).list)).toEqual(["bgv-tenth"]);
    expect(metBy([entry("bgv-tenth", { state: "DATA_SAVED" }), entry("bgv-twelfth")]).met).toBe(true);
    expect(metBy([entry("bgv-tenth", { state: "DATA_SAVED", markedAsSkip: true })]).met).toBe(false);
    expect(metBy([entry("bgv-address")])).toEqual({ met: true, atLeast: 0, list: [] });
  });

  it("misses the basic details that are not verified", () => {
    const asked = { requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "Reference number" }] };
    expect(factsOf([], asked).missingBasicDetails).toHaveLength(1);
    expect(factsOf([], { ...asked, userInputList: [{ fieldName: "referenceNumber", value: "GCE-100001", verified: false }] }).missingBasicDetails).toHaveLength(1);
    expect(factsOf([], { ...asked, userInputList: [{ fieldName: "referenceNumber", value: "GCE-100001", verified: true }] }).missingBasicDetails).toEqual([]);
  });

  it("expires only while it has not begun", () => {
    const form = { formId: "f", name: "f", isExpired: false, expiry: Date.parse("2026-11-21T11:59:59Z") / 1000 };
    expect(factsOf([], { state: "NOT_INITIALIZED", form }).expired).toBe(true);
    expect(factsOf([], { state: "PENDING", form }).expired).toBe(false);
    expect(factsOf([], { state: "NOT_INITIALIZED", form: { ...form, expiry: -1 } }).expired).toBe(false);
    expect(factsOf([], { state: "NOT_INITIALIZED", form: { ...form, expiry: -1, isExpired: true } }).expired).toBe(true);
  });

  it("reads evaluationInfo also as an object", () => {
    const one = { provider: "gce", mode: "normal", processingPeriod: "5 to 14 working days" } as const;
    expect(factsOf([], { evaluationInfo: one as unknown as TxnInfo["evaluationInfo"] }).evaluationInfo).toEqual([one]);
  });
});

describe("continueBlockers", () => {
  const ready = [entry("bgv-degree", { state: "DATA_SAVED" })];
  const reasons = (facts: ReturnType<typeof factsOf>, step: "start" | "submit" | "pay", name: string | undefined = "Asha") => continueBlockers(facts, name, step).map(({ reason }) => reason);

  it("finds nothing when all is there", () => {
    expect(reasons(factsOf(ready), "submit")).toEqual([]);
    expect(reasons(factsOf(ready, { paymentRequired: true }), "pay")).toEqual([]);
  });

  it("keeps the order of the continue flow", () => {
    const asked = { requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "" }], questionnaire: { isRequired: true } };
    expect(reasons(factsOf([entry("bgv-degree")], { ...asked, state: "NOT_INITIALIZED", paymentRequired: true }), "submit", " ")).toEqual(["name", "basic-details", "answers", "minimum-set", "remaining", "payment"]);
    expect(reasons(factsOf([entry("bgv-degree")], { ...asked, state: "NOT_INITIALIZED" }), "start", "")).toEqual(["name", "basic-details", "answers"]);
    expect(continueBlockers(factsOf([entry("bgv-degree")], asked), undefined, "start")[0]?.reason).toBe("name");
  });

  it("names what is left, blocking first", () => {
    const facts = factsOf([...ready, entry("bgv-tenth"), entry("bgv-address", { skipAllowed: false })]);
    expect(continueBlockers(facts, "Asha", "submit")).toEqual([{ reason: "remaining", remaining: ["bgv-address", "bgv-tenth"] }]);
  });

  it("agrees with the rules that the flows use", () => {
    const cases = [factsOf(ready), factsOf([entry("bgv-degree")]), factsOf([...ready, entry("bgv-address", { skipAllowed: false })]), factsOf([entry("bgv-tenth", { markedAsSkip: true })]), factsOf(ready, { paymentRequired: true })];
    for (const facts of cases) {
      const scope = { roots: { transaction: facts, profile: { profileDetails: { name: "Asha" } }, env: { now: sources.now } }, rules };
      const holds = (rule: string) => isTrue({ rule }, scope);
      const found = reasons(facts, "submit");
      expect(found.includes("minimum-set")).toBe(holds("minimum-set-unmet"));
      expect(found.includes("remaining")).toBe(holds("something-blocks") || holds("something-to-skip"));
      expect(found.includes("payment")).toBe(holds("paid-form"));
    }
  });
});
