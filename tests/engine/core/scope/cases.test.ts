import { expect, test } from "vitest";
import { toCase } from "#engine/core/scope/cases.ts";
import type { WholeCase } from "#engine/core/scope/shapes/cases.ts";

const document = (fileId: string, at: string, version: number) => ({
  fileId,
  at,
  version,
  label: "Marksheet",
  fileName: `${fileId}.pdf`,
  type: "application/pdf",
  sizeBytes: 1,
});

test("names the document that another one replaced at its place, and no other", () => {
  const whole: WholeCase = {
    case: {
      txnId: "transaction",
      subType: "bgv-degree-1",
      orgId: "harbour",
      formId: "background-check",
      verificationName: "bgv-degree",
      label: "Degree",
      state: "IN_PROGRESS",
      dueAt: "2026-01-01T00:00:00Z",
      since: "2026-01-01T00:00:00Z",
    },
    version: 3,
    data: {},
    names: {},
    labels: {},
    versionList: [],
    decisionList: [],
    otherList: [],
    noteList: [],
    sourceList: [],
    history: [],
    isWithdrawable: false,
    documentList: [
      document("a", "/paper", 1),
      document("b", "/paper", 2),
      document("c", "/paper", 3),
      document("d", "/letter", 3),
    ],
  };
  const { documentList } = toCase(whole, {
    find: () => undefined,
    translate: (text) => text,
    now: "2026-01-01T00:00:00Z",
  });
  expect(documentList.map(({ id, formerId, isFormer }) => [id, formerId, isFormer])).toEqual([
    ["c /paper", "b /paper", false],
    ["d /letter", undefined, false],
    ["b /paper", "a /paper", true],
    ["a /paper", undefined, true],
  ]);
});
