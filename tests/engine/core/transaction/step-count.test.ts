import { expect, it } from "vitest";
import { countSteps, type CountedItem } from "#engine/core/transaction/step-count.ts";

const item = (state: CountedItem["state"], rest: Partial<CountedItem> = {}): CountedItem => ({
  state,
  markedAsSkip: false,
  identity: false,
  ...rest,
});

it("counts saved and skipped steps, reference number and identity before submission", () => {
  const items = [
    item("COMPLETED", { identity: true }),
    item("DATA_SAVED"),
    item("NOT_INITIALIZED", { markedAsSkip: true }),
    item("NOT_INITIALIZED"),
  ];
  expect(countSteps({ state: "PENDING", items, referenceNumber: "missing" })).toEqual({ done: 3, total: 5 });
  expect(countSteps({ state: "PENDING", items, referenceNumber: "verified" })).toEqual({ done: 4, total: 5 });
  expect(countSteps({ state: "PENDING", items, referenceNumber: "none" })).toEqual({ done: 3, total: 4 });
});

it("counts alternatives that prove identity as one step", () => {
  const items = [item("COMPLETED", { identity: true }), item("NOT_INITIALIZED", { identity: true })];
  expect(countSteps({ state: "PENDING", items, referenceNumber: "none" })).toEqual({ done: 1, total: 1 });
});

it("counts verified over submitted verifications after submission", () => {
  const items = [
    item("COMPLETED", { identity: true }),
    item("IN_PROGRESS"),
    item("COMPLETED"),
    item("NOT_INITIALIZED", { markedAsSkip: true }),
  ];
  expect(countSteps({ state: "IN_PROGRESS", items, referenceNumber: "verified" })).toEqual({ done: 2, total: 3 });
});
