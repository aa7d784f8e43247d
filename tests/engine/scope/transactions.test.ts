import { describe, expect, it } from "vitest";
import type { TransactionListItem } from "#engine/api/transactions.ts";
import { toForms } from "#engine/scope/named-lists.ts";
import type { Makings } from "#engine/scope/root.ts";
import { toTransactions } from "#engine/scope/transactions.ts";

const look = (priority: number, waitsFor: string) => ({ tag: "", tone: "info", priority, waitsFor });
const states = {
  INSUFFICIENT_DATA: look(1, "candidate"),
  PENDING: look(2, "candidate"),
  IN_PROGRESS: look(5, "verifier"),
  COMPLETED: look(3, "nobody"),
  NOT_INITIALIZED: look(8, "candidate"),
};
const makings: Makings = {
  find: ((kind: string) => (kind === "states" ? { states } : undefined)) as Makings["find"],
  translate: (english) => `«${english}»`,
  now: "2026-11-22T00:00:00.000Z",
};
const standing = { total: 2, proceeded: 0, expired: false, asked: [], failed: [] };

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
const ids = (list: readonly TransactionListItem[]) => toTransactions(list, makings).map(({ txnId }) => txnId);
const closing = (closesAt: string) => ({ standing: { ...standing, closesAt } });

describe("the candidate's transactions", () => {
  it("of one state come by when they close, then by what moved last", () => {
    const list = [
      item("never-old", "PENDING"),
      item("never-new", "PENDING", { updatedAt: "2026-11-05T00:00:00.000Z" }),
      item("late", "PENDING", closing("2026-12-09T00:00:00.000Z")),
      item("soon", "PENDING", closing("2026-12-01T00:00:00.000Z")),
      item("asked", "INSUFFICIENT_DATA"),
    ];
    expect(ids(list)).toEqual(["asked", "soon", "late", "never-new", "never-old"]);
  });

  it("lead with the first that waits for the candidate, and with one alone", () => {
    const list = [item("done", "COMPLETED"), item("new", "NOT_INITIALIZED"), item("open", "PENDING")];
    const leads = toTransactions(list, makings).filter(({ lead }) => lead);
    expect(leads.map(({ txnId }) => txnId)).toEqual(["open"]);
    expect(toTransactions([item("done", "COMPLETED"), item("way", "IN_PROGRESS")], makings)).toMatchObject([
      { lead: false, waitsFor: "nobody" },
      { lead: false, waitsFor: "verifier" },
    ]);
  });

  it("wait for nobody where the form expired before it was begun", () => {
    const expired = item("late", "NOT_INITIALIZED", { standing: { ...standing, expired: true } });
    expect(toTransactions([expired], makings)).toMatchObject([{ waitsFor: "nobody", lead: false }]);
  });

  it("name labels in the candidate's language and leave the verifier's words as they are", () => {
    const asked = {
      name: "bgv-degree",
      label: "Degree",
      reason: "Blurred",
      requestedAt: "2026-11-01T00:00:00.000Z",
      fields: ["Marksheet"],
      papers: true,
    };
    const list = [item("asked", "INSUFFICIENT_DATA", { standing: { ...standing, asked: [asked] } })];
    expect(toTransactions(list, makings)[0]?.standing.asked).toMatchObject([
      { label: "«Degree»", fields: ["«Marksheet»"], reason: "Blurred" },
    ]);
  });

  it("of a wallet that does not say how far they are have counted nothing", () => {
    expect(toTransactions([item("open", "PENDING")], makings)[0]?.standing).toEqual({
      total: 0,
      proceeded: 0,
      expired: false,
      asked: [],
      failed: [],
    });
  });
});

describe("forms that anybody may start", () => {
  const form = (formId: string) => ({
    formId,
    name: "Check",
    orgId: "harbour",
    org: { displayName: "Harbour", imageUrl: "" },
    expiry: -1,
    isExpired: false,
  });
  it("say which transaction of theirs runs, the newest; what is over is none", () => {
    const list = [
      item("over", "COMPLETED"),
      item("newest", "PENDING"),
      item("older", "IN_PROGRESS"),
      item("elsewhere", "PENDING", { orgId: "gce", formId: "other" }),
    ];
    expect(toForms([form("check"), form("other")], list, makings)).toMatchObject([
      { formId: "check", name: "«Check»", openTxnId: "newest" },
      { formId: "other" },
    ]);
    expect(toForms([form("other")], list, makings)[0]).not.toHaveProperty("openTxnId");
  });
});
