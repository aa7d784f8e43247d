import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveText, type Text } from "#engine/core/definitions/text.ts";
import { formatMoney } from "#engine/core/rules/money.ts";

const screen: unknown = JSON.parse(readFileSync("schemas/screens/wallet/form-intro.json", "utf8"));
const formats = { money: formatMoney, date: String, number: String, percent: String, label: String };
const cost = { IN: 2773, INTL: 55.46 };

/** Finds the first object with an id, at any depth. */
function find(node: unknown, id: string): Record<string, unknown> | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if ((node as { id?: unknown }).id === id) return node as Record<string, unknown>;
  for (const part of Object.values(node)) {
    const found = find(part, id);
    if (found) return found;
  }
  return undefined;
}

/** Returns the price text of the intro for an organisation with these regions. */
function say(regions: readonly string[] | undefined, payment = "online"): string {
  const { text } = find(screen, "cost") as { text: Text };
  const roots = { request: { payment, cost }, organisation: { ...(regions && { regions }) } };
  return resolveText(text, { roots, rules: {}, formats }, (english) => english);
}

test("omits the price of a region without payment", () => {
  expect(say(["IN"])).toMatch(/^₹2,773 for one of each/);
  expect(say(["INTL"])).toMatch(/^\$55\.46 for one of each/);
  for (const both of [["IN", "INTL"], undefined])
    expect(say(both)).toContain("₹2,773 from India or $55.46 from elsewhere");
  expect(say(["IN"], "none")).toContain("Nothing");
});
