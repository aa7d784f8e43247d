import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AnalyticsDocument } from "#engine/documents/catalogues.ts";
import { eventNames, findFamily } from "#engine/documents/event-names.ts";

const { version, events } = JSON.parse(readFileSync("schemas/catalogues/analytics.json", "utf8")) as AnalyticsDocument;

test("every event of the families has a moment at which it is counted", () => {
  const counted = new Set(events.map(({ event }) => event));
  expect(eventNames.filter((name) => !counted.has(name))).toEqual([]);
});

test("no event is told twice by one moment", () => {
  const moments = events.map((event) => JSON.stringify({ ...event, event: "", properties: [] }));
  expect(moments.filter((moment, index) => moments.indexOf(moment) !== index)).toEqual([]);
});

test("events are of version 3.0, each of a family", () => {
  expect(version).toBe("3.0");
  expect(events.filter(({ event }) => findFamily(event) === undefined)).toEqual([]);
});
