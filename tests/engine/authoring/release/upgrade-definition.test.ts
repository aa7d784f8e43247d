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

  it("replaces former paths of operations at any depth", () => {
    const former = rulesOf(
      "item.allowed.presentations.share.why",
      "transaction.blocking.0.allowed.presentations.ask.yes",
    );
    expect(upgradeDefinition(former)).toEqual(
      rulesOf(
        "item.allowed.presentations.create.why",
        "transaction.blocking.0.allowed.presentation-requests.create.yes",
      ),
    );
  });

  it("replaces former values that a renamed path is compared with", () => {
    const compare = (expr: unknown) => ({
      kind: "rules" as const,
      id: "transaction",
      rules: { open: { expr, why: "x" } },
    });
    const former = {
      or: [
        { "===": [{ var: "transaction.lacks" }, "sending"] },
        { in: [{ var: "item.waitsFor" }, ["nobody", "verifier"]] },
        { "===": [{ var: "data.answer" }, "nobody"] },
      ],
    };
    expect(upgradeDefinition(compare(former))).toEqual(
      compare({
        or: [
          { "===": [{ var: "transaction.missingInput" }, "submission"] },
          { in: [{ var: "item.responsible" }, ["none", "verifier"]] },
          { "===": [{ var: "data.answer" }, "nobody"] },
        ],
      }),
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
