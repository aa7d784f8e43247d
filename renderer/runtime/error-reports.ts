import type { ConfigClient } from "#renderer/data/config-client.ts";
import { isCounted } from "#renderer/session/consent.ts";
import type { Fault } from "#renderer/session/faults.ts";
import { readSubject } from "#renderer/session/session.ts";
import { profileAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { sendReports, visit } from "./beacon.ts";
import { readTrace } from "./trace.ts";

/** A page in a loop tells so often and no more. */
const most = 20;
const told = new Set<string>();

/** Ends of waiting are no faults. */
const expected = new Set(["AbortError", "SessionOver"]);

/** Reports a fault with the last lines of the trace, once each, without what was typed. */
export function reportFault({ error: fault, at }: Fault, config: ConfigClient): void {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const key = `${error.message}\n${error.stack ?? ""}`;
  if (expected.has(error.name) || told.has(key) || told.size >= most) return;
  told.add(key);
  const typed = listTyped();
  const user = isCounted(config.get("organisation", config.orgId)) && readSubject();
  const report = {
    message: (withoutTyped(error.message, typed) || error.name).slice(0, 2000),
    at: at.toISOString(),
    stack: withoutTyped(error.stack ?? "", typed).slice(0, 8000),
    release: config.manifest.release,
    screen: readTrace().at(-1)?.screen ?? "",
    visit,
    ...(user && { user }),
    trace: readTrace()
      .slice(-20)
      .map((line) => JSON.stringify(line).slice(0, 300)),
  };
  sendReports("errors", [report]);
}

/** What stands in a field, what a screen has kept of it, and what is known of who is signed in: a message may repeat any of it. */
function listTyped(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>("input, textarea, select");
  const texts = [...fields].map(({ value }) => value);
  for (const kept of [store.get(viewAtom), store.get(profileAtom)])
    JSON.stringify(kept, (_key, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") texts.push(String(value));
      return value;
    });
  return texts.filter((text) => text.trim().length > 2).toSorted((a, b) => b.length - a.length);
}

const withoutTyped = (text: string, typed: readonly string[]): string =>
  typed.reduce((rest, one) => rest.replaceAll(one, "…"), text);
