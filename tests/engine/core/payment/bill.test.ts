import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { evaluate } from "#engine/core/rules/evaluate.ts";
import type { Expr } from "#engine/core/rules/expression.ts";
import { toBillRoot } from "#engine/core/payment/bill.ts";

const answer = {
  items: [{ label: "Degree", description: "Physics", subtitle: "Education", price: 50, mrp: 60 }],
  total: 50,
  toPay: 59,
  toPayBeforeGst: 50,
  gst: 9,
  discount: { amount: 0, mrpDiscount: 10, percentage: 0 },
  availableDiscount: { percentage: 0, minAmount: {} },
  currencySymbol: "USD" as const,
  verificationList: [{ name: "bgv-degree", credits: 50 }],
  region: "INTL",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  transactionId: "t1",
  org: { displayName: "GCE", imageUrl: "" },
  refundDetails: [],
};

test("translates the label of a degree, and keeps `what` untranslated", () => {
  const screen = JSON.parse(readFileSync("schemas/screens/wallet/payment.json", "utf8")) as DefinitionOf<"screen">;
  const items = screen.body.find(({ id }) => id === "items") as { item?: { title: { rows: { when: Expr }[] } } };
  const when = items.item?.title.rows[0]?.when ?? false;
  const { items: billed } = toBillRoot(answer, { find: () => undefined, translate: (english) => `हि ${english}` });
  expect(billed).toMatchObject([{ label: "हि Degree", what: "Degree", description: "Physics" }]);
  expect(evaluate(when, { roots: { item: billed[0] }, rules: {} })).toBe(true);
});
