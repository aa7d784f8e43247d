import { isWithin } from "#engine/base/within.ts";
import type { AnalyticsDocument } from "#engine/documents/catalogues.ts";
import { readPath } from "#engine/rules/own-value.ts";
import type { TraceLine } from "./action.ts";
import { sendReports, visit } from "./beacon.ts";
import type { Moment } from "./trace.ts";

type Entry = AnalyticsDocument["events"][number];

/** Sends a line of the trace as the events that catalogues/analytics makes of it, with the roots that they name and no others. */
export function sendEvents({ line, config, roots, at, user }: Moment): void {
  const { version, events } = config.get("analytics", "analytics");
  const matching = events.filter((event) => matches(event, line));
  if (matching.length === 0) return;
  const happened = tellApart(at).toISOString();
  const list = matching.map(({ event, properties = [] }) => ({
    name: event,
    version,
    visit,
    at: happened,
    ...(user && { user }),
    ...(line.screen && { screen: line.screen }),
    properties: readScalars(properties, roots),
  }));
  sendReports("events", list);
}

/** Lines of one millisecond, of which the later ones are told as of the next; a clock that was set back is believed. */
const closeMs = 100;
let lastMs = 0;

/** Reports overtake each other on their way: when something happened says also after what. */
function tellApart(at: Date): Date {
  const ms = at.getTime();
  lastMs = ms <= lastMs && lastMs - ms < closeMs ? lastMs + 1 : ms;
  return new Date(lastMs);
}

function readScalars(paths: readonly string[], roots: Record<string, unknown>): Record<string, unknown> {
  const values = paths.map((path): [string, unknown] => [path, readPath(roots, path)]);
  return Object.fromEntries(values.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
}

const keys = ["operation", "outcome", "dialog", "row", "frame"] as const;

function matches(event: Entry, line: TraceLine): boolean {
  // Every line says on which screen it was; the line of the screen itself says nothing else.
  if (event.screen !== undefined) return event.screen === line.screen && keys.every((key) => line[key] === undefined);
  if (event.from !== undefined && !isWithin(line.from ?? "", event.from)) return false;
  const asked = keys.filter((key) => event[key] !== undefined);
  return asked.length > 0 && asked.every((key) => event[key] === line[key]);
}
