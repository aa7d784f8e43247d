import { describe, expect, it } from "vitest";
import { upgradeDefinition } from "#engine/authoring/release/upgrade-definition.ts";
import { rootNames } from "#engine/core/scope/index.ts";

const rulesOf = (...paths: string[]) => ({
  kind: "rules" as const,
  id: "transaction",
  rules: Object.fromEntries(
    paths.map((path, index) => [`rule-${index}`, { expr: { and: [{ filled: { var: path } }, true] }, why: "x" }]),
  ),
});

describe("upgradeDefinition", () => {
  it("replaces former paths of roots and of their properties", () => {
    const former = rulesOf("item.standing.toPay", "transaction.lacks", "showing.facts", "link");
    expect(upgradeDefinition(former)).toEqual(
      rulesOf("item.progress.toPay", "transaction.missingInput", "sharing.facts", "shareLink"),
    );
  });

  it("returns the same object when it has no former path", () => {
    const present = rulesOf("transaction.state", "item.state", "data.link", "linked.state", "view.lead");
    expect(upgradeDefinition(present)).toBe(present);
  });

  it("knows no former name that a root has today", () => {
    for (const root of rootNames) expect(upgradeDefinition(rulesOf(root))).toEqual(rulesOf(root));
  });
});
