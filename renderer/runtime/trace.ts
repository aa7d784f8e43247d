import type { ConfigClient } from "#renderer/data/config-client.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { isAnalyticsAllowed } from "#renderer/session/consent.ts";
import { readSubject } from "#renderer/session/session.ts";
import { createBufferedChannel } from "#renderer/session/buffered-channel.ts";
import type { TraceLine } from "./action.ts";

/** A trace line with the state at its time, for an analytics event created later. */
export interface TraceMoment {
  line: TraceLine;
  config: ConfigClient;
  roots: Record<string, unknown>;
  at: Date;
  /** The signed-in user; empty if there is none. */
  user: string;
}

/** The last lines. Fixtures compare them, and error reports contain them. */
const lines: TraceLine[] = [];
const maxLines = 1000;

/** Lines that may become analytics events. The code that sends them loads later. */
export const traceMoments = createBufferedChannel<TraceMoment>();

/** Adds a line. It may become an analytics event if analytics is allowed. */
export function trace(line: TraceLine, config: ConfigClient, roots: Record<string, unknown>): void {
  lines.push(line);
  if (lines.length > maxLines) lines.shift();
  if (isAnalyticsAllowed(config.get("organisation", config.orgId)))
    traceMoments.emit({ line, config, roots, at: readServerTime(), user: readSubject() });
}

/** The trace so far, oldest first. */
export const readTrace = (): readonly TraceLine[] => lines;
/** Clears the trace when a page starts again in the same process. */
export const clearTrace = (): void => void lines.splice(0);
Object.defineProperty(globalThis, "sanadTrace", { get: () => [...lines] });
