import type { ConfigClient } from "#renderer/data/config-client.ts";
import { isAnalyticsAllowed } from "#renderer/session/consent.ts";
import type { PageError } from "#renderer/session/page-errors.ts";
import { readSubject } from "#renderer/session/session.ts";
import { profileAtom, store, viewAtom } from "#renderer/session/slices.ts";
import { sendReports, visitId } from "./beacon.ts";
import { readTrace } from "./trace.ts";

/** Limits the reports of a page that fails in a loop. */
const maxReports = 20;
const reported = new Set<string>();

/** Errors that only end a wait. */
const expected = new Set(["AbortError", "SessionEndedError"]);

/** Reports an error once, with the last lines of the trace and without the user's input. */
export function sendErrorReport({ error: caught, at }: PageError, config: ConfigClient): void {
  const error = caught instanceof Error ? caught : new Error(String(caught));
  const key = `${error.message}\n${error.stack ?? ""}`;
  if (expected.has(error.name) || reported.has(key) || reported.size >= maxReports) return;
  reported.add(key);
  const userTexts = listUserTexts();
  const user = isAnalyticsAllowed(config.get("organisation", config.orgId)) && readSubject();
  const report = {
    message: (redact(error.message, userTexts) || error.name).slice(0, 2000),
    at: at.toISOString(),
    stack: redact(error.stack ?? "", userTexts).slice(0, 8000),
    release: config.manifest.release,
    screen: readTrace().at(-1)?.screen ?? "",
    visit: visitId,
    ...(user && { user }),
    trace: readTrace()
      .slice(-20)
      .map((line) => JSON.stringify(line).slice(0, 300)),
  };
  sendReports("errors", [report]);
}

/** Texts that an error message could contain: fields, the `view` state, and the profile. */
function listUserTexts(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>("input, textarea, select");
  const texts = [...fields].map(({ value }) => value);
  for (const slice of [store.get(viewAtom), store.get(profileAtom)])
    JSON.stringify(slice, (_key, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") texts.push(String(value));
      return value;
    });
  return texts.filter((text) => text.trim().length > 2).toSorted((a, b) => b.length - a.length);
}

const redact = (text: string, userTexts: readonly string[]): string =>
  userTexts.reduce((rest, one) => rest.replaceAll(one, "…"), text);
