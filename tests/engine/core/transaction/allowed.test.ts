import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import {
  findRefusal,
  listStates,
  toAllowed,
  toGuard,
  toPermission,
  type TransitionQuestion,
} from "#engine/core/transaction/allowed.ts";
import { watchRules } from "#engine/core/rules/evaluate.ts";
import { translateAllowed, withAllowed } from "#engine/core/transaction/with-allowed.ts";
import { toItemState } from "#engine/core/transaction/state-machine.ts";
import { toTransactionFacts } from "#engine/core/transaction/transaction-facts.ts";
import { entry, guardOf, sources, states as served, transaction, waiting } from "./transaction.ts";

const guard = guardOf();
const asha = { profileDetails: { name: "Asha" } };
const rootsOf = (info: TxnInfo, profile: object = asha) => ({
  transaction: toTransactionFacts(info, sources),
  profile,
  request: { expired: false },
});
const judgingOf = (profile: object = asha, by = guard) => ({
  guard: by,
  sources,
  roots: { profile, request: { expired: false } },
});

/** Permissions of a transaction with these entries. */
const ofTransaction = (entries: readonly Entry[], rest: Partial<TxnInfo> = {}, profile?: object) =>
  withAllowed(transaction(entries, rest), judgingOf(profile)).allowed!;
/** Permissions of one verification of it. */
const ofItem = (one: Entry, rest: Partial<TxnInfo> = {}) =>
  withAllowed(transaction([one], rest), judgingOf()).verificationList[one.name]!.allowed!;

const ready = [entry("bgv-degree", { state: "DATA_SAVED", subTypeList: ["bgv-degree-1"] })];
const asked = {
  requiredVerificationFieldList: [{ fieldName: "referenceNumber", label: "" }],
  questionnaire: { isRequired: true },
};

describe("permissions of a transaction", () => {
  it("allow submission when everything is complete", () => {
    expect(ofTransaction(ready, { state: "READY_TO_SUBMIT" }).transactions?.process).toEqual({ yes: true });
    const paid = ofTransaction(ready, { state: "READY_TO_SUBMIT", paymentRequired: true });
    expect(paid.payments?.init).toEqual({ yes: true });
  });

  it("name missing input in the order of the journey, with its text", () => {
    const reasonOf = (rest: Partial<TxnInfo>, entries: readonly Entry[], profile?: object) => {
      const { process } = ofTransaction(entries, rest, profile).transactions!;
      return [process?.reason, process?.why];
    };
    const nobody = { profileDetails: {} };
    const begin = { state: "NOT_INITIALIZED" } as const;
    const expired = { formId: "f", name: "f", isExpired: true, expiry: 0 };
    const open = [entry("bgv-degree")];
    expect(reasonOf({ ...begin, ...asked, form: expired }, open, nobody)).toEqual(["form-expired", "Form Expired"]);
    expect(reasonOf({ ...begin, ...asked }, open, nobody)).toEqual(["name", "Verify your identity first"]);
    expect(reasonOf({ ...begin, ...asked }, open)).toEqual(["basic-details", "Add your reference number first"]);
    expect(reasonOf({ ...begin, questionnaire: { isRequired: true } }, open)).toEqual([
      "answers",
      "Please answer the questions first",
    ]);
    expect(reasonOf({}, open)).toEqual(["minimum-set", "Complete atleast 1 from these:"]);
    expect(reasonOf({}, [...ready, entry("bgv-tenth")])).toEqual(["remaining", "Please complete these verifications"]);
    expect(reasonOf({ state: "READY_TO_SUBMIT", userPaymentRequired: true }, ready)).toEqual([
      "payment",
      "Payment is required",
    ]);
    expect(reasonOf({ state: "CLOSED" }, ready)).toEqual(["state", "This cannot be done now"]);
  });

  it("name the verifications in the way, the required ones first", () => {
    const rest = [...ready, entry("bgv-tenth"), entry("bgv-address", { skipAllowed: false })];
    expect(ofTransaction(rest).transactions?.process?.remaining).toEqual(["bgv-address", "bgv-tenth"]);
    expect(ofTransaction([entry("bgv-tenth"), entry("bgv-address")]).transactions?.process?.remaining).toEqual([
      "bgv-tenth",
    ]);
  });

  it("need no payment for a free form", () => {
    expect(ofTransaction(ready, { state: "READY_TO_SUBMIT" }).payments?.init).toMatchObject({
      yes: false,
      reason: "free",
      why: "This form needs no payment",
    });
  });
});

describe("permissions of a verification", () => {
  it("allow saving after the start and before submission only", () => {
    const save = (state: TxnInfo["state"]) => ofItem(entry("bgv-tenth"), { state }).verifications?.save;
    expect(save("NOT_INITIALIZED")).toEqual({ yes: false, reason: "not-begun", why: "Start the verification first" });
    expect(save("PENDING")).toEqual({ yes: true });
    expect(save("IN_PROGRESS")).toEqual({
      yes: false,
      reason: "submitted",
      why: "This form has been submitted. Changes go through support.",
    });
  });

  it("allow one submission, or several where it accepts them", () => {
    const given = { state: "DATA_SAVED", subTypeList: ["bgv-degree-1"] } as const;
    const one = ofItem(entry("bgv-degree", { ...given, subTypeList: [...given.subTypeList] }));
    expect(one.verifications?.save?.why).toBe("You can add only one here. Edit the one you have.");
    expect(one.verifications?.replace).toEqual({ yes: true });
    const more = entry("bgv-degree", { state: "DATA_SAVED", subTypeList: ["a"], acceptMultipleSubmissions: true });
    expect(ofItem(more).verifications?.save).toEqual({ yes: true });
  });

  it("allow skip and undo until it is done or submitted", () => {
    const skip = (one: Partial<Entry>, state: TxnInfo["state"] = "PENDING") =>
      ofItem(entry("bgv-tenth", one), { state }).transactions?.skip;
    expect([skip({}), skip({ markedAsSkip: true }), skip({ state: "DATA_SAVED" })]).toEqual([
      { yes: true },
      { yes: true },
      { yes: true },
    ]);
    expect(skip({ skipAllowed: false })).toMatchObject({ reason: "skip-not-allowed" });
    for (const refused of [
      skip({ state: "COMPLETED" }),
      skip({}, "IN_PROGRESS"),
      skip({ markedAsSkip: true }, "FAILED"),
    ])
      expect(refused).toEqual({ yes: false, reason: "submitted", why: "This verification is done or submitted" });
  });

  it("allow repair only where the verifier requests it", () => {
    const insufficient = { state: "INSUFFICIENT_DATA", insufficiency: waiting } as const;
    const asks = ofItem(entry("bgv-degree", insufficient), { state: "INSUFFICIENT_DATA" });
    expect([asks.verifications?.repair, asks.drafts?.put]).toEqual([{ yes: true }, { yes: true }]);
    const closed = ofItem(entry("bgv-degree", insufficient), { state: "CLOSED" });
    expect(closed.verifications?.repair).toMatchObject({
      reason: "nothing-requested",
      why: "Nothing is asked for here",
    });
    const saved = ofItem(entry("bgv-degree", { state: "DATA_SAVED" }));
    expect(saved.verifications?.repair?.reason).toBe("nothing-requested");
  });
});

describe("findRefusal", () => {
  const info = transaction(ready, { state: "IN_PROGRESS" });
  const decided = (to: TransitionQuestion["to"]): TransitionQuestion => ({
    of: "item",
    by: "provider",
    state: "IN_PROGRESS",
    to,
  });
  const roots = { ...rootsOf(info), item: rootsOf(info).transaction.verificationList["bgv-degree"] };

  it("uses only transitions to the target state", () => {
    const strict = guardOf((states) => ({
      ...states,
      transitions: states.transitions.map((row) =>
        row.to === "FAILED" ? { ...row, unless: ["transaction-begun"] } : row,
      ),
    }));
    expect(findRefusal(strict, decided("FAILED"), roots)?.reason).toBe("transaction-begun");
    expect(findRefusal(strict, decided("COMPLETED"), roots)).toBeUndefined();
    expect(findRefusal(strict, decided("SUBMITTED"), roots)?.reason).toBe("state");
  });

  it("evaluates every transition of the state, in order", () => {
    const rows = guardOf((states) => ({
      ...states,
      transitions: [
        { of: "transaction", from: "any", by: "transactions.process", unless: ["paid-form"] },
        { of: "transaction", from: ["PENDING"], by: "transactions.process", unless: ["something-remains"] },
      ],
    }));
    const ask = (state: TxnInfo["state"], rest: Partial<TxnInfo>) =>
      toPermission(
        rows,
        { of: "transaction", by: "transactions.process", state },
        rootsOf(transaction([entry("bgv-tenth")], { state, ...rest })),
      ).reason;
    expect(ask("PENDING", { paymentRequired: true })).toBe("payment");
    expect(ask("PENDING", {})).toBe("remaining");
    expect(ask("IN_PROGRESS", {})).toBeUndefined();
  });

  it("lists the states that a scheduled job searches", () => {
    expect(listStates(guard, { of: "transaction", by: "job", to: "CLOSED" })).toEqual([
      "NOT_INITIALIZED",
      "PENDING",
      "READY_TO_SUBMIT",
      "INSUFFICIENT_DATA",
    ]);
    expect(listStates(guard, { of: "transaction", by: "transactions.process", to: "CLOSED" })).toEqual([]);
  });
});

describe("translateAllowed", () => {
  const hindi: Record<string, string> = {
    "Complete atleast {n} from these:": "इनमें से कम से कम {n} पूरा करें:",
    "Verify your identity first": "पहले पहचान",
    "Written by another wallet": "दूसरे से",
  };
  const judging = { ...judgingOf(), translate: (english: string) => hindi[english] ?? english };
  const whyOf = (info: TxnInfo) => translateAllowed(info, judging).allowed?.transactions?.process?.why;

  it("translates sentences with placeholders, not their filled values", () => {
    expect(whyOf(withAllowed(transaction([entry("bgv-degree")]), judgingOf()))).toBe("इनमें से कम से कम 1 पूरा करें:");
    const nobody = withAllowed(transaction([], { state: "NOT_INITIALIZED" }), judgingOf({ profileDetails: {} }));
    expect(whyOf(nobody)).toBe("पहले पहचान");
  });

  it("keeps a text that no rule has", () => {
    const other = { transactions: { process: { yes: false, reason: "odd", why: "Written by another wallet" } } };
    expect(whyOf({ ...transaction([]), allowed: other })).toBe("दूसरे से");
    expect(whyOf(transaction([]))).toBeUndefined();
  });
});

describe("toCachedAllowed", () => {
  const own = toGuard(
    {
      otherwise: "Not now",
      transitions: [{ of: "item", by: "verifications.save", from: "any", unless: ["tenth-is-full", "over"] }],
    } as never,
    [
      {
        rules: {
          "is-tenth": { why: "", expr: { "===": [{ var: "item.name" }, "bgv-tenth"] } },
          "tenth-is-full": { why: "Tenth is full", expr: { rule: "is-tenth" } },
          over: { why: "It is over", expr: { "===": [{ var: "transaction.state" }, "COMPLETED"] } },
        },
      } as never,
    ],
  );
  const asking = (info: TxnInfo): [string[], TxnInfo["verificationList"]] => {
    const names: string[] = [];
    watchRules((name) => names.push(name));
    const judged = withAllowed(info, judgingOf(asha, own));
    watchRules(undefined);
    return [names, judged.verificationList];
  };
  const two = (rest: Partial<Entry> = {}) => transaction([entry("bgv-degree", rest), entry("bgv-tenth", rest)], {});

  it("evaluates nothing again while the inputs of its rules stay the same", () => {
    const [, first] = asking(two());
    const [, again] = asking(two({ label: "Other words", marksheetRequired: true }));
    expect(first["bgv-degree"]?.allowed?.["verifications"]?.["save"]?.yes).toBe(true);
    expect(first["bgv-tenth"]?.allowed?.["verifications"]?.["save"]?.why).toBe("Tenth is full");
    for (const name of ["bgv-degree", "bgv-tenth"]) expect(again[name]?.allowed).toBe(first[name]?.allowed);
    const [, over] = asking({ ...two(), state: "COMPLETED" });
    expect(over["bgv-degree"]?.allowed?.["verifications"]?.["save"]?.why).toBe("It is over");
  });

  it("shares one answer among candidates with the same inputs", () => {
    const of = (name?: string) => withAllowed(transaction(ready), judgingOf({ profileDetails: { name } })).allowed;
    expect(of("Ravi")).toBe(of("Asha"));
    expect(of(undefined)).not.toBe(of("Asha"));
    expect(of(undefined)?.transactions?.process?.reason).not.toBe(of("Asha")?.transactions?.process?.reason);
  });

  it("reports rule calls of a cached answer to the observer, each once", () => {
    const [first] = asking(two({ label: "a" }));
    const [again] = asking(two({ label: "b" }));
    expect(again).toEqual(first);
    expect(first.filter((name) => name === "tenth-is-full")).toHaveLength(2);
  });

  it("returns an answer that callers cannot change", () => {
    const [, list] = asking(two());
    const { allowed } = list["bgv-degree"]!;
    expect(() => Object.assign(allowed!["verifications"]!["save"]!, { yes: false })).toThrow(TypeError);
    expect(() => Object.assign(allowed!, { more: {} })).toThrow(TypeError);
  });

  it("equals an uncached answer, with the rules of the repository", () => {
    const states = Object.keys(served.states).filter((state): state is TxnInfo["state"] => state !== "SKIPPED");
    const one = fc.record({
      state: fc.constantFrom(...states),
      markedAsSkip: fc.boolean(),
      skipAllowed: fc.boolean(),
      acceptMultipleSubmissions: fc.boolean(),
      subTypeList: fc.array(fc.constantFrom("a-1", "a-2", "a-3"), { maxLength: 3 }),
      insufficiency: fc.constantFrom(null, { subType: "a-1", reason: "blurred", requestedAt: "2026-11-20T00:00:00Z" }),
    });
    const rest = fc.record({
      state: fc.constantFrom(...states),
      paymentRequired: fc.boolean(),
      userPaymentRequired: fc.boolean(),
      questionnaire: fc.record({ isRequired: fc.boolean() }),
      requiredVerificationFieldList: fc.constantFrom([], asked.requiredVerificationFieldList),
      expectedCompletionDate: fc.constantFrom(undefined, "2026-12-01T00:00:00Z"),
    });
    const profile = fc.constantFrom(asha, { profileDetails: {} });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), rest, profile, (items, other, who) => {
        const names = ["bgv-degree", "bgv-tenth", "bgv-twelfth", "aadhaar"];
        const info = transaction(
          items.map((item, i) => entry(names[i]!, item as Partial<Entry>)),
          other as Partial<TxnInfo>,
        );
        const given = withAllowed(info, judgingOf(who));
        const roots = rootsOf(info, who);
        expect(given.allowed).toEqual(toAllowed(guard, { of: "transaction", state: info.state }, roots));
        for (const [name, item] of Object.entries(roots.transaction.verificationList))
          expect(given.verificationList[name]?.allowed).toEqual(
            toAllowed(guard, { of: "item", state: toItemState(item) }, { ...roots, item }),
          );
      }),
      { numRuns: 400 },
    );
  });
});
