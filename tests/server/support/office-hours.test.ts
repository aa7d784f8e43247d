import { expect, test } from "vitest";
import type { SupportDefinition } from "#engine/core/definitions/support.ts";
import { createFindMessageTexts } from "#server/messaging/texts/message-texts.ts";
import { findOpening, toExpectation } from "#server/support/office-hours.ts";
import { definitionsConfig } from "../definitions-config.ts";

const open = { from: "10:00", to: "18:00" };
const hours: SupportDefinition["hours"] = {
  timeZone: "Asia/Kolkata",
  days: { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open },
  holidays: ["2027-01-26"],
};
const support = { kind: "support", id: "support", answersWithinMinutes: 120, hours, replies: {} } as SupportDefinition;
/** 2027-01-22 is a Friday, and the 26th a Tuesday. */
const at = (moment: string) => new Date(`${moment}+05:30`);

test.each([
  ["2027-01-22T10:00", "2027-01-22T10:00"],
  ["2027-01-22T17:59", "2027-01-22T17:59"],
  ["2027-01-22T09:59", "2027-01-22T10:00"],
  ["2027-01-22T18:00", "2027-01-25T10:00"],
  ["2027-01-23T12:00", "2027-01-25T10:00"],
  ["2027-01-25T19:00", "2027-01-27T10:00"],
])("at %s it is open from %s", (now, opening) => {
  expect(findOpening(hours, at(now))).toEqual(at(opening));
});

test("keeps its hours when the clocks change", () => {
  const newYork = { ...hours, timeZone: "America/New_York" };
  expect(findOpening(newYork, new Date("2027-03-12T23:30:00Z"))).toEqual(new Date("2027-03-15T14:00:00Z"));
});

test("is never open without a day", () => {
  expect(findOpening({ ...hours, days: {} }, at("2027-01-22T12:00"))).toBeUndefined();
});

test("states in the reader's language when the answer comes", async () => {
  const find = createFindMessageTexts(await definitionsConfig());
  const write = (now: string, language = "en") => toExpectation(support, at(now), find(language));
  expect(write("2027-01-22T12:00")).toBe("We usually answer within 2 hr.");
  expect(write("2027-01-22T08:00")).toBe("We are back today at 10:00.");
  expect(write("2027-01-23T12:00")).toBe("We are back on Monday at 10:00.");
  expect(write("2027-01-23T12:00", "hi")).toBe("हम सोमवार को 10:00 बजे फिर उपलब्ध होंगे।");
  expect(toExpectation(undefined, at("2027-01-23T12:00"), find("en"))).toBeUndefined();
});

test("has the hours of the organisation where it overrides them", async () => {
  const config = await definitionsConfig();
  const daysOf = (orgId: string) => config.organisation(orgId)?.get("support", "support")?.hours.days;
  expect(daysOf("harbour")?.saturday).toBeUndefined();
  expect(daysOf("lotus")).toMatchObject({ saturday: { from: "10:00", to: "14:00" }, monday: { from: "11:00" } });
});
