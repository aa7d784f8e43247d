import { describe, expect, it } from "vitest";
import type { TransactionListItem } from "#engine/core/scope/shapes/transactions.ts";
import { toForms } from "#engine/core/scope/forms.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { toTransactions } from "#engine/core/scope/transactions.ts";

const look = (priority: number, responsible: string) => ({ tag: "", tone: "info", priority, responsible });
const states = {
  INSUFFICIENT_DATA: look(1, "candidate"),
  PENDING: look(2, "candidate"),
  IN_PROGRESS: look(5, "verifier"),
  COMPLETED: look(3, "none"),
  NOT_INITIALIZED: look(8, "candidate"),
};
const rootInput: RootInput = {
  find: ((kind: string) => (kind === "states" ? { states } : undefined)) as RootInput["find"],
  translate: (english) => `«${english}»`,
  now: "2026-11-22T00:00:00.000Z",
};
const progress = { total: 2, done: 0, expired: false, insufficient: [], failed: [] };

function item(txnId: string, state: TransactionListItem["state"], more: Partial<TransactionListItem> = {}) {
  return {
    txnId,
    state,
    orgId: "harbour",
    formId: "check",
    form: { name: "Check" },
    org: { displayName: "Harbour", imageUrl: "" },
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    ...more,
  };
}
const ids = (list: readonly TransactionListItem[]) => toTransactions(list, rootInput).map(({ txnId }) => txnId);
const closing = (closesAt: string) => ({ progress: { ...progress, closesAt } });

describe("toTransactions", () => {
  it("sorts transactions of one state by closing date, then by latest change", () => {
    const list = [
      item("never-old", "PENDING"),
      item("never-new", "PENDING", { updatedAt: "2026-11-05T00:00:00.000Z" }),
      item("late", "PENDING", closing("2026-12-09T00:00:00.000Z")),
      item("soon", "PENDING", closing("2026-12-01T00:00:00.000Z")),
      item("asked", "INSUFFICIENT_DATA"),
    ];
    expect(ids(list)).toEqual(["asked", "soon", "late", "never-new", "never-old"]);
  });

  it("marks only the first that waits for the candidate as next", () => {
    const list = [item("done", "COMPLETED"), item("new", "NOT_INITIALIZED"), item("open", "PENDING")];
    const next = toTransactions(list, rootInput).filter(({ isNext }) => isNext);
    expect(next.map(({ txnId }) => txnId)).toEqual(["open"]);
    expect(toTransactions([item("done", "COMPLETED"), item("way", "IN_PROGRESS")], rootInput)).toMatchObject([
      { isNext: false, responsible: "none" },
      { isNext: false, responsible: "verifier" },
    ]);
  });

  it("has no responsible party when the form expired before the start", () => {
    const expired = item("late", "NOT_INITIALIZED", { progress: { ...progress, expired: true } });
    expect(toTransactions([expired], rootInput)).toMatchObject([{ responsible: "none", isNext: false }]);
  });

  it("translates labels and keeps the verifier's words", () => {
    const asked = {
      name: "bgv-degree",
      label: "Degree",
      reason: "Blurred",
      requestedAt: "2026-11-01T00:00:00.000Z",
      fields: ["Marksheet"],
      documentsOnly: true,
    };
    const list = [item("asked", "INSUFFICIENT_DATA", { progress: { ...progress, insufficient: [asked] } })];
    expect(toTransactions(list, rootInput)[0]?.progress.insufficient).toMatchObject([
      { label: "«Degree»", fields: ["«Marksheet»"], reason: "Blurred" },
    ]);
  });

  it("uses zero progress for a wallet that does not state it", () => {
    expect(toTransactions([item("open", "PENDING")], rootInput)[0]?.progress).toEqual({
      total: 0,
      done: 0,
      expired: false,
      insufficient: [],
      failed: [],
    });
  });
});

describe("toForms", () => {
  const form = (formId: string) => ({
    formId,
    name: "Check",
    orgId: "harbour",
    org: { displayName: "Harbour", imageUrl: "" },
    expiry: -1,
    isExpired: false,
  });
  it("adds the newest running transaction of each form, and no ended one", () => {
    const list = [
      item("over", "COMPLETED"),
      item("newest", "PENDING"),
      item("older", "IN_PROGRESS"),
      item("elsewhere", "PENDING", { orgId: "gce", formId: "other" }),
    ];
    expect(toForms([form("check"), form("other")], list, rootInput)).toMatchObject([
      { formId: "check", name: "«Check»", openTxnId: "newest" },
      { formId: "other" },
    ]);
    expect(toForms([form("other")], list, rootInput)[0]).not.toHaveProperty("openTxnId");
  });
});
