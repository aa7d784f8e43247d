import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AnalyticsDefinition } from "#engine/core/definitions/catalogues.ts";
import { eventNames, findFamily } from "#engine/core/definitions/event-names.ts";

const { version, events } = JSON.parse(
  readFileSync("schemas/catalogues/analytics.json", "utf8"),
) as AnalyticsDefinition;

test("counts every event of the event families", () => {
  const counted = new Set(events.map(({ event }) => event));
  expect(eventNames.filter((name) => !counted.has(name))).toEqual([]);
});

test("counts no event twice for one trace entry", () => {
  const moments = events.map((event) => JSON.stringify({ ...event, event: "", properties: [] }));
  expect(moments.filter((moment, index) => moments.indexOf(moment) !== index)).toEqual([]);
});

test("uses event version 3.0 and one family per event", () => {
  expect(version).toBe("3.0");
  expect(events.filter(({ event }) => findFamily(event) === undefined)).toEqual([]);
});
