import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { formatDate } from "#engine/core/rules/dates.ts";
import { currencySign, formatMoney } from "#engine/core/rules/money.ts";
import { formatRelative, toRelativeTime } from "#engine/core/definitions/relative-time.ts";

describe("formatMoney", () => {
  it.each([
    [3717, "INR", "₹3,717"],
    [105000, "INR", "₹1,05,000"],
    [3716.99, "INR", "₹3,716.99"],
    [12.5, "USD", "$12.50"],
    [0, "USD", "$0"],
    [-350, "INR", "-₹350"],
    [1234567.1, "USD", "$1,234,567.10"],
    [5, "EUR", "$5"],
    [NaN, "INR", ""],
  ])("%d %s is %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });
  it("uses one symbol per currency", () => {
    expect([currencySign("INR"), currencySign("USD"), currencySign("toString")]).toEqual(["₹", "$", "$"]);
  });
});

describe("formatDate", () => {
  const kolkata = { locale: "en", zone: "Asia/Kolkata" };
  it.each([
    ["2026-11-21", "21st November 2026"],
    ["12-11-2026", "12th November 2026"],
    ["02-11-2026", "2nd November 2026"],
    ["23-11-2026", "23rd November 2026"],
    ["13-11-2026", "13th November 2026"],
    ["2026-11-20T19:00:00Z", "21st November 2026"],
  ])("%s in long is %s", (value, text) => {
    expect(formatDate(value, "long", kolkata)).toBe(text);
  });
  it("formats the other styles", () => {
    expect(formatDate("2026-11-21T08:35:00Z", "moment", kolkata)).toBe("21-Nov-2026 14:05");
    expect(formatDate("2026-11-21T08:35:00Z", "full", kolkata)).toBe("21 Nov, 2026 02:05:PM");
    expect(formatDate("2026-11-21", "short", kolkata)).toBe("21-11-2026");
  });
  it("uses no AM and PM in other languages", () => {
    expect(formatDate("2026-11-21T08:35:00Z", "full", { locale: "hi", zone: "Asia/Kolkata" })).toBe(
      "21 नव॰, 2026 14:05",
    );
  });
  it("applies no time zone to a calendar date", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
      expect(formatDate("21-11-2026", "short", { locale: "en", zone })).toBe("21-11-2026");
  });
  it("uses the candidate's language", () => {
    expect(formatDate("2026-11-21", "long", { locale: "hi", zone: "UTC" })).toContain("नवंबर");
  });
  it("returns an empty text for an invalid date", () => {
    for (const value of ["", "31-02-2026", "soon", undefined, 5]) expect(formatDate(value, "long", kolkata)).toBe("");
  });
});

const { texts } = JSON.parse(readFileSync("schemas/catalogues/texts.json", "utf8")) as {
  texts: Record<string, string>;
};

describe("formatRelative", () => {
  const now = "2026-11-21T12:00:00Z";
  it.each([
    ["2026-11-21T11:59:30Z", "a few seconds ago"],
    ["2026-11-21T12:00:30Z", "a few seconds ago"],
    ["2026-11-21T11:59:00Z", "1 min ago"],
    ["2026-11-21T11:01:00Z", "59 min ago"],
    ["2026-11-21T11:00:00Z", "1 hr ago"],
    ["2026-11-20T12:00:00Z", "a day ago"],
    ["2026-11-16T12:00:00Z", "5 days ago"],
    ["2026-10-15T12:00:00Z", "a month ago"],
    ["2026-02-15T12:00:00Z", "9 months ago"],
    ["2025-10-15T12:00:00Z", "a year ago"],
    ["2023-02-15T12:00:00Z", "3 years ago"],
    ["never", ""],
  ])("%s was %s, in the words of catalogues/texts", (moment, text) => {
    expect(formatRelative(moment, now, (key, values) => fillPlaceholders(texts[key] ?? key, values))).toBe(text);
  });
  it("keeps the number separate from the text, for translation", () => {
    expect(toRelativeTime("2026-11-21T11:55:00Z", now)).toEqual({ key: "time.minutes-ago", n: 5 });
    expect(formatRelative("2026-11-21T11:55:00Z", now, (_, { n }) => `${n} मिनट पहले`)).toBe("5 मिनट पहले");
  });
});
