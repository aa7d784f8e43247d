import { isWithin } from "#engine/base/within.ts";
import type { AnalyticsDocument } from "#engine/documents/catalogues.ts";
import { frameDialogs, frameOperations } from "#engine/documents/frame.ts";
import { listBlocks } from "./parts/blocks.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";
import { listTracePlaces } from "./parts/trace-places.ts";

type Entry = AnalyticsDocument["events"][number];
const moments = ["operation", "row", "dialog", "screen", "frame"] as const;
const narrowings = ["outcome", "from"] as const;

/** An event of a moment that never comes: a row, a dialog, a call that there is not; or of none, or of several at once. */
export const wrongEvent: Check = (set) => {
  const { source, document } = findOnly(set, "analytics") ?? {};
  if (!source || !document) return [];
  return document.events.flatMap((event, index) => {
    const at = `/events/${index}`;
    const given = moments.filter((moment) => event[moment] !== undefined);
    if (given.length !== 1)
      return [issueAt(source, at, "wrong-event", `An event is of exactly one of ${moments.join(", ")}`)];
    const narrowed = narrowings.find((key) => event[key] !== undefined && event.operation === undefined);
    if (narrowed) return [issueAt(source, `${at}/${narrowed}`, "wrong-event", `Only an operation has ${narrowed}`)];
    // A document that is left out may be the one that has the moment.
    if (set.context.leftOut?.length) return [];
    const finding = findUnknown(event, set);
    return finding ? [issueAt(source, `${at}/${finding.key}`, "wrong-event", finding.message)] : [];
  });
};

function findUnknown(event: Entry, set: DocumentSet): { key: string; message: string } | undefined {
  const places = listTracePlaces(set);
  const rows = places.flatMap(({ at, operation }) => (operation === undefined ? [at] : []));
  const known = { operation: set.once(operations), row: rows, dialog: set.once(dialogs) };
  for (const key of ["operation", "row", "dialog"] as const) {
    const name = event[key];
    if (name === undefined || known[key].includes(name)) continue;
    const what = key === "operation" ? "No step calls" : `There is no ${key}`;
    return { key, message: `${what} "${name}"${meantOf(name, known[key])}` };
  }
  const { from, operation } = event;
  if (from === undefined) return undefined;
  const callers = places.flatMap((place) => (place.operation === operation ? [place.at] : []));
  if (callers.some((place) => isWithin(place, from))) return undefined;
  return { key: "from", message: `"${operation}" is not called from "${from}"${meantOf(from, callers)}` };
}

const operations = (set: DocumentSet): string[] => [
  ...frameOperations,
  ...listAllSteps(set).flatMap(({ step }) => (typeof step["call"] === "string" ? [step["call"]] : [])),
];

const dialogs = (set: DocumentSet): string[] => [
  ...frameDialogs,
  ...set.ofKind("screen").flatMap((screen) =>
    listBlocks(screen)
      .filter(({ block }) => block.block === "dialog")
      .map(({ block }) => block.id),
  ),
];
