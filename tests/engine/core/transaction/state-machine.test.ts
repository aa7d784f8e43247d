import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stateNames } from "#engine/core/definitions/states.ts";
import { consoleGuardedOperations, guardedOperations } from "#engine/core/definitions/guarded-operations.ts";
import { actors } from "#engine/core/definitions/states-catalogue.ts";
import { checkExpression } from "#engine/authoring/check/support/check-expression.ts";
import { sortByPriority } from "#engine/core/transaction/groups.ts";
import {
  deriveItemState,
  deriveTransactionState,
  isProceeded,
  isRemaining,
  toEdges,
} from "#engine/core/transaction/state-machine.ts";
import { rules, states } from "./transaction.ts";

const item = (state: (typeof stateNames)[number], markedAsSkip = false) => ({ state, markedAsSkip });

describe("catalogues/states", () => {
  it("names only existing states, operations and rules", () => {
    expect(Object.keys(states.states).sort()).toEqual([...stateNames].sort());
    const { transaction, item } = guardedOperations;
    const allActors = new Set<string>([...transaction, ...item, ...consoleGuardedOperations, ...actors]);
    for (const { from, to, by, unless = [] } of states.transitions) {
      for (const state of [from === "any" ? [] : from, to ?? []].flat()) expect(stateNames).toContain(state);
      expect([to, from]).not.toEqual([expect.any(String), "any"]);
      for (const actor of [by].flat()) expect(allActors).toContain(actor);
      for (const rule of unless) expect(Object.keys(rules)).toContain(rule);
    }
  });

  it("has a row for every guarded operation", () => {
    for (const of of ["transaction", "item"] as const) {
      const listed = states.transitions.filter((row) => row.of === of).flatMap(({ by }) => [by].flat());
      for (const operation of guardedOperations[of]) expect(listed).toContain(operation);
    }
    const all = states.transitions.flatMap(({ by }) => [by].flat());
    for (const operation of consoleGuardedOperations) expect(all).toContain(operation);
  });

  it("allows exactly these transitions", () => {
    expect(
      toEdges(states)
        .map(({ of, from, to }) => `${of} ${from} > ${to}`)
        .sort(),
    ).toEqual([
      "item COMPLETED > IN_PROGRESS",
      "item DATA_SAVED > NOT_INITIALIZED",
      "item DATA_SAVED > SKIPPED",
      "item DATA_SAVED > SUBMITTED",
      "item FAILED > IN_PROGRESS",
      "item INSUFFICIENT_DATA > IN_PROGRESS",
      "item INSUFFICIENT_DATA > SUBMITTED",
      "item IN_PROGRESS > COMPLETED",
      "item IN_PROGRESS > FAILED",
      "item IN_PROGRESS > INSUFFICIENT_DATA",
      "item NOT_INITIALIZED > COMPLETED",
      "item NOT_INITIALIZED > DATA_SAVED",
      "item NOT_INITIALIZED > SKIPPED",
      "item SKIPPED > COMPLETED",
      "item SKIPPED > DATA_SAVED",
      "item SKIPPED > NOT_INITIALIZED",
      "item SUBMITTED > IN_PROGRESS",
      "transaction CLOSED > INSUFFICIENT_DATA",
      "transaction CLOSED > NOT_INITIALIZED",
      "transaction CLOSED > PENDING",
      "transaction CLOSED > REFUNDED",
      "transaction COMPLETED > IN_PROGRESS",
      "transaction FAILED > IN_PROGRESS",
      "transaction FAILED > REFUNDED",
      "transaction INSUFFICIENT_DATA > CLOSED",
      "transaction INSUFFICIENT_DATA > IN_PROGRESS",
      "transaction IN_PROGRESS > COMPLETED",
      "transaction IN_PROGRESS > FAILED",
      "transaction IN_PROGRESS > INSUFFICIENT_DATA",
      "transaction NOT_INITIALIZED > CLOSED",
      "transaction NOT_INITIALIZED > PENDING",
      "transaction PENDING > CLOSED",
      "transaction PENDING > READY_TO_SUBMIT",
      "transaction READY_TO_SUBMIT > CLOSED",
      "transaction READY_TO_SUBMIT > IN_PROGRESS",
      "transaction READY_TO_SUBMIT > PENDING",
    ]);
  });

  it("sorts lists as specified", () => {
    const order = [
      "INSUFFICIENT_DATA",
      "READY_TO_SUBMIT",
      "COMPLETED",
      "FAILED",
      "IN_PROGRESS",
      "SUBMITTED",
      "DATA_SAVED",
      "NOT_INITIALIZED",
    ];
    const shuffled = [
      "SUBMITTED",
      "NOT_INITIALIZED",
      "READY_TO_SUBMIT",
      "DATA_SAVED",
      "COMPLETED",
      "INSUFFICIENT_DATA",
      "IN_PROGRESS",
      "FAILED",
    ];
    expect(
      sortByPriority(
        shuffled.map((state) => ({ state })),
        states,
      ).map(({ state }) => state),
    ).toEqual(order);
    expect(
      sortByPriority([{ state: "INSUFFICIENT_DATA" }, { state: "NOT_INITIALIZED", insufficiency: {} }], states)[0]
        ?.state,
    ).toBe("NOT_INITIALIZED");
  });

  it("has rules without faults", () => {
    for (const [name, expr] of Object.entries(rules))
      expect([name, checkExpression(expr, { rules: new Set(Object.keys(rules)), inText: false })]).toEqual([name, []]);
  });
});

describe("derived states", () => {
  it.each([
    [["COMPLETED", "DATA_SAVED"], "DATA_SAVED"],
    [["DATA_SAVED", "SUBMITTED", "IN_PROGRESS"], "IN_PROGRESS"],
    [["IN_PROGRESS", "FAILED"], "FAILED"],
    [["FAILED", "INSUFFICIENT_DATA"], "INSUFFICIENT_DATA"],
    [["COMPLETED", "COMPLETED"], "COMPLETED"],
    [[], "NOT_INITIALIZED"],
  ] as const)("an item with %j is %s", (submissions, state) => {
    expect(deriveItemState(submissions)).toBe(state);
  });

  it.each([
    [[item("NOT_INITIALIZED"), item("DATA_SAVED")], "READY_TO_SUBMIT", "PENDING"],
    [[item("NOT_INITIALIZED", true), item("DATA_SAVED")], "PENDING", "READY_TO_SUBMIT"],
    [[item("NOT_INITIALIZED")], "NOT_INITIALIZED", "NOT_INITIALIZED"],
    [[item("IN_PROGRESS"), item("COMPLETED")], "IN_PROGRESS", "IN_PROGRESS"],
    [[item("IN_PROGRESS"), item("FAILED")], "IN_PROGRESS", "IN_PROGRESS"],
    [[item("INSUFFICIENT_DATA"), item("FAILED")], "IN_PROGRESS", "INSUFFICIENT_DATA"],
    [[item("SUBMITTED"), item("COMPLETED")], "INSUFFICIENT_DATA", "IN_PROGRESS"],
    [[item("COMPLETED"), item("NOT_INITIALIZED", true)], "IN_PROGRESS", "COMPLETED"],
    [[item("COMPLETED"), item("FAILED")], "IN_PROGRESS", "FAILED"],
    [[item("COMPLETED"), item("FAILED")], "INSUFFICIENT_DATA", "IN_PROGRESS"],
    [[item("DATA_SAVED", true), item("COMPLETED")], "IN_PROGRESS", "COMPLETED"],
    [[item("IN_PROGRESS")], "CLOSED", "CLOSED"],
    [[item("NOT_INITIALIZED")], "REFUNDED", "REFUNDED"],
  ] as const)("a transaction of %j in %s becomes %s", (items, current, next) => {
    expect(deriveTransactionState(items, current)).toBe(next);
  });

  it("never move a transaction along an edge that the catalogue lacks", () => {
    const edges = new Set(
      toEdges(states)
        .filter(({ of }) => of === "transaction")
        .map(({ from, to }) => `${from} ${to}`),
    );
    const items = fc.array(
      fc.record({
        state: fc.constantFrom(
          "NOT_INITIALIZED",
          "DATA_SAVED",
          "SUBMITTED",
          "IN_PROGRESS",
          "INSUFFICIENT_DATA",
          "COMPLETED",
          "FAILED",
        ),
        markedAsSkip: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(items, fc.constantFrom(...stateNames), (list, current) => {
        const next = deriveTransactionState(list, current);
        expect(next === current || edges.has(`${current} ${next}`)).toBe(true);
      }),
    );
  });

  it("distinguish proceeded and remaining verifications", () => {
    fc.assert(
      fc.property(fc.constantFrom(...stateNames), fc.boolean(), (state, skipped) => {
        expect(isProceeded(item(state, skipped))).toBe(!isRemaining(item(state, skipped)));
      }),
    );
  });
});
