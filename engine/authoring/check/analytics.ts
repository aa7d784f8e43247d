import { followPath, keysOf, type ValueType } from "#engine/core/base/value-type.ts";
import { isWithin } from "#engine/core/base/within.ts";
import type { AnalyticsDefinition } from "#engine/core/definitions/catalogues.ts";
import { frameDialogs, frameOperations } from "#engine/core/definitions/frame.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { findScopes } from "./support/find-scopes.ts";
import { definitions, listSteps } from "./support/places.ts";
import { listAllBlocks, listTracePlaces } from "./support/screens.ts";
import { didYouMean } from "./support/suggestion.ts";

type Event = AnalyticsDefinition["events"][number];
const moments = ["operation", "row", "dialog", "screen", "frame"] as const;
const operationKeys = ["outcome", "from"] as const;

/** Roots of personal data: what people type, and who they are. */
const personalRoots: ReadonlySet<string> = new Set([
  "data",
  "view",
  "profile",
  "result",
  "submissions",
  "questions",
  "credentials",
]);

const events = (set: DefinitionSet) =>
  definitions("analytics")(set).flatMap(({ source, document }) =>
    document.events.map((event, index) => ({ source, pointer: `/events/${index}`, event })),
  );

const properties = (set: DefinitionSet) =>
  events(set).flatMap(({ source, pointer, event }) =>
    (event.properties ?? []).map((path, index) => {
      const [root = "", ...steps] = path.split(".");
      return { source, pointer: `${pointer}/properties/${index}`, path, root, steps };
    }),
  );

const momentsOf = (event: Event) => moments.filter((moment) => event[moment] !== undefined);

/** Returns whether an event has one moment and only the keys of that moment. */
const isWellFormed = (event: Event): boolean =>
  momentsOf(event).length === 1 &&
  (event.operation !== undefined || operationKeys.every((key) => event[key] === undefined));

const calledOperations = (set: DefinitionSet): string[] => [
  ...frameOperations,
  ...listSteps(set).flatMap(({ step }) => (typeof step["call"] === "string" ? [step["call"]] : [])),
];

const dialogs = (set: DefinitionSet): string[] => [
  ...frameDialogs,
  ...listAllBlocks(set).flatMap(({ block }) => (block.block === "dialog" ? [block.id] : [])),
];

const rows = (set: DefinitionSet): string[] =>
  listTracePlaces(set).flatMap(({ at, operation }) => (operation === undefined ? [at] : []));

/** The shapes of each root, over all scopes. */
function shapesOfRoots(set: DefinitionSet): ReadonlyMap<string, readonly ValueType[]> {
  const byRoot = new Map<string, Map<ValueType["schema"], ValueType>>();
  for (const scope of set.once(findScopes).allScopes()) {
    for (const [root, known] of Object.entries(scope.roots)) {
      const shapes = byRoot.get(root) ?? new Map<ValueType["schema"], ValueType>();
      byRoot.set(root, shapes.set(known.schema, known));
    }
  }
  return new Map([...byRoot].map(([root, shapes]) => [root, [...shapes.values()]]));
}

/** Faults of the events that are counted. */
export const analyticsChecks: readonly Check[] = [
  check({
    code: "analytics/wrong-moment",
    why: "An event is counted at exactly one moment",
    at: events,
    test: ({ event }) =>
      momentsOf(event).length === 1 ? undefined : `An event has exactly one of ${moments.join(", ")}`,
  }),
  check({
    code: "analytics/operation-only-key",
    why: "Only the call of an operation has an outcome and a caller",
    at: events,
    test: ({ event }) => {
      if (momentsOf(event).length !== 1 || event.operation !== undefined) return undefined;
      const key = operationKeys.find((one) => event[one] !== undefined);
      return key && below(`/${key}`, `Only an operation has ${key}`);
    },
  }),
  check({
    code: "analytics/unknown-moment",
    why: "The moment never comes, so the event is never counted",
    at: events,
    test: ({ event }, set) => {
      // An unreadable definition may define the moment.
      if (!isWellFormed(event) || set.hasUnreadable()) return undefined;
      const known = { operation: calledOperations, row: rows, dialog: dialogs };
      for (const key of ["operation", "row", "dialog"] as const) {
        const name = event[key];
        const names = set.once(known[key]);
        if (name === undefined || names.includes(name)) continue;
        const what = key === "operation" ? "No step calls" : `There is no ${key}`;
        return below(`/${key}`, `${what} "${name}"${didYouMean(name, names)}`);
      }
      return undefined;
    },
  }),
  check({
    code: "analytics/unknown-caller",
    why: "The operation is never called from there, so the event is never counted",
    at: events,
    test: ({ event }, set) => {
      const { from, operation } = event;
      if (from === undefined || operation === undefined || !isWellFormed(event) || set.hasUnreadable())
        return undefined;
      if (!set.once(calledOperations).includes(operation)) return undefined;
      const callers = listTracePlaces(set).flatMap((place) => (place.operation === operation ? [place.at] : []));
      if (callers.some((place) => isWithin(place, from))) return undefined;
      return below("/from", `"${operation}" is not called from "${from}"${didYouMean(from, callers)}`);
    },
  }),
  check({
    code: "analytics/personal-property",
    why: "Personal data must not be counted",
    at: properties,
    test: ({ root }) =>
      personalRoots.has(root) ? `"${root}" holds what people type or who they are: no event may carry it` : undefined,
  }),
  check({
    code: "analytics/unknown-property",
    why: "No screen has the value, so the event would lack it",
    at: properties,
    test: ({ path, root, steps }, set) => {
      const shapes = set.once(shapesOfRoots);
      const known = shapes.get(root) ?? [];
      if (personalRoots.has(root) || known.some((one) => "known" in followPath(one, steps))) return undefined;
      const names = known.length === 0 ? [...shapes.keys()] : known.flatMap(keysOf).map((key) => `${root}.${key}`);
      return `No screen has "${path}"${didYouMean(known.length === 0 ? root : path, names)}`;
    },
  }),
];
