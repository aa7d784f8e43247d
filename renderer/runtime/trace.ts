import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { TraceLine } from "./action.ts";
import { sendEvents } from "./events.ts";

/** The last things that happened, without values: fixtures compare them, error reports carry them. */
const lines: TraceLine[] = [];
const kept = 200;

/** Writes one line; sends it as an event when catalogues/analytics says so, with the roots that it names and no others. */
export function trace(line: TraceLine, config: ConfigClient, roots: Record<string, unknown>): void {
  lines.push(line);
  if (lines.length > kept) lines.shift();
  sendEvents(line, config, roots);
}

/** The trace so far, oldest first. */
export const readTrace = (): readonly TraceLine[] => lines;
Object.defineProperty(globalThis, "sanadTrace", { get: () => [...lines] });
