import type { AnalyticsDocument } from "#engine/documents/catalogues.ts";
import { readPath } from "#engine/rules/own-value.ts";
import type { TraceLine } from "./action.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { readServerTime } from "#renderer/session/clock.ts";

/** The last things that happened, without values: fixtures compare them, error reports carry them. */
const lines: TraceLine[] = [];
const kept = 200;

/** Writes one line; sends it as an event when catalogues/analytics says so, with the roots that it names and no others. */
export function trace(line: TraceLine, config: ConfigClient, roots: Record<string, unknown>): void {
  lines.push(line);
  if (lines.length > kept) lines.shift();
  const { events } = config.find("analytics", "analytics") ?? { events: [] };
  const found = events.filter((event) => matches(event, line));
  if (found.length === 0) return;
  const list = found.map(({ event, properties = [] }) => ({
    name: event,
    at: readServerTime().toISOString(),
    properties: Object.fromEntries(
      properties
        .map((path) => [path, readPath(roots, path)])
        .filter(([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean"),
    ),
  }));
  navigator.sendBeacon?.("/t/events", new Blob([JSON.stringify({ list })], { type: "application/json" }));
}

const keys = ["operation", "outcome", "dialog", "row", "screen"] as const;
function matches(event: AnalyticsDocument["events"][number], line: TraceLine): boolean {
  const asked = keys.filter((key) => event[key] !== undefined);
  return asked.length > 0 && asked.every((key) => event[key] === line[key]);
}

/** The trace so far, oldest first. */
export const readTrace = (): readonly TraceLine[] => lines;
Object.defineProperty(globalThis, "sanadTrace", { get: () => [...lines] });
