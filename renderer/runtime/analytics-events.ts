import { isWithin } from "#engine/core/base/within.ts";
import type { AnalyticsDefinition } from "#engine/core/definitions/catalogues.ts";
import { readPath } from "#engine/core/rules/own-value.ts";
import type { TraceLine } from "./action.ts";
import { sendReports, visitId } from "./beacon.ts";
import type { TraceMoment } from "./trace.ts";

type Entry = AnalyticsDefinition["events"][number];

/**
 * Sends a trace line as the events that catalogues/analytics defines for it, with the roots that they name and no
 * others.
 */
export function sendEvents({ line, config, roots, at, user }: TraceMoment): void {
  const { version, events } = config.get("analytics", "analytics");
  const matching = events.filter((event) => matches(event, line));
  if (matching.length === 0) return;
  const happened = toIncreasingTime(at).toISOString();
  const list = matching.map(({ event, properties = [] }) => ({
    name: event,
    version,
    visit: visitId,
    at: happened,
    ...(user && { user }),
    ...(line.screen && { screen: line.screen }),
    properties: readScalars(properties, roots),
  }));
  sendReports("events", list);
}

/** Lines less than this apart get increasing times. A larger step back is a corrected clock. */
const maxSameTimeMs = 100;
let lastMs = 0;

/** Gives each event a later time than the one before, because reports may arrive out of order. */
function toIncreasingTime(at: Date): Date {
  const ms = at.getTime();
  lastMs = ms <= lastMs && lastMs - ms < maxSameTimeMs ? lastMs + 1 : ms;
  return new Date(lastMs);
}

function readScalars(paths: readonly string[], roots: Record<string, unknown>): Record<string, unknown> {
  const values = paths.map((path): [string, unknown] => [path, readPath(roots, path)]);
  return Object.fromEntries(values.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
}

const keys = ["operation", "outcome", "dialog", "row", "frame"] as const;

function matches(event: Entry, line: TraceLine): boolean {
  // Every line names its screen. The line of the screen itself has no other key.
  if (event.screen !== undefined) return event.screen === line.screen && keys.every((key) => line[key] === undefined);
  if (event.from !== undefined && !isWithin(line.from ?? "", event.from)) return false;
  const specified = keys.filter((key) => event[key] !== undefined);
  return specified.length > 0 && specified.every((key) => event[key] === line[key]);
}
