import type { ConfigClient } from "#renderer/data/config-client.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { isCounted } from "#renderer/session/consent.ts";
import { readSubject } from "#renderer/session/session.ts";
import { createWire } from "#renderer/session/wire.ts";
import type { TraceLine } from "./action.ts";

/** A line with what was true when it was written: an event that is made of it later says that. */
export interface Moment {
  line: TraceLine;
  config: ConfigClient;
  roots: Record<string, unknown>;
  at: Date;
  /** Who was signed in; empty while nobody was. */
  user: string;
}

/** The last things that happened, without values: fixtures compare them, error reports carry them. */
const lines: TraceLine[] = [];
const kept = 1000;

/** Lines that may become events; what makes them comes after the page itself. */
export const moments = createWire<Moment>();

/** Writes one line. It may become an event, unless the organisation asks first and nobody has agreed. */
export function trace(line: TraceLine, config: ConfigClient, roots: Record<string, unknown>): void {
  lines.push(line);
  if (lines.length > kept) lines.shift();
  if (isCounted(config.get("organisation", config.orgId)))
    moments.tell({ line, config, roots, at: readServerTime(), user: readSubject() });
}

/** The trace so far, oldest first. */
export const readTrace = (): readonly TraceLine[] => lines;
/** The page begins anew where its code goes on. */
export const forgetTrace = (): void => void lines.splice(0);
Object.defineProperty(globalThis, "sanadTrace", { get: () => [...lines] });
