import { listNames } from "#engine/authoring/check/support/names.ts";
import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { listActors } from "../actors.ts";
import { listActions, type Fault, type ReferenceCheck } from "./fault.ts";
import { roles } from "./roles.ts";

/** Checks organisation, form, language, time zone, actors, verifications, events and roles. */
export const findNameFaults: ReferenceCheck = (fixture, set) => {
  const requests = set.ofKind("request").filter(({ path }) => path.split("/")[1] === fixture.organisation);
  const forms = requests.map(({ document }) => document.id);
  const hasOrganisation = set.ids("organisation").includes(fixture.organisation);
  return [
    ...findUnknown("/organisation", "organisation", fixture.organisation, set.ids("organisation")),
    ...(hasOrganisation ? findUnknown("/form", `form of ${fixture.organisation}`, fixture.form, forms) : []),
    ...findUnknown("/locale", "language", fixture.locale, ["en", ...set.ids("locale")]),
    ...(isTimeZone(fixture.timeZone)
      ? []
      : findUnknown("/timeZone", "time zone", fixture.timeZone, Intl.supportedValuesOf("timeZone"))),
    ...fixture.steps.flatMap(({ as }, i) =>
      as === undefined ? [] : findUnknown(`/steps/${i}/as`, "actor", as, listActors(set)),
    ),
    ...listActions(fixture).flatMap(({ action, pointer }) => [
      ...findNamed(set, action, pointer),
      ...findRoles(action, pointer),
    ]),
  ];
};

function findNamed(set: DefinitionSet, action: Readonly<Record<string, unknown>>, pointer: string): Fault[] {
  const { verificationName, events, allow, date, on, state } = action;
  const verifications = listNames(set, "verification") ?? [];
  const knownEvents = set
    .ofKind("analytics")
    .flatMap(({ document }) => listEvents(document as DefinitionOf<"analytics">));
  const stateNames = set.ofKind("screen").flatMap(({ document }) => listStateNames(document as DefinitionOf<"screen">));
  return [
    ...(typeof verificationName === "string" && !verificationName.includes("{")
      ? findUnknown(`${pointer}/verificationName`, "verification", verificationName, verifications)
      : []),
    ...Object.entries({ events, allow }).flatMap(([key, names]) =>
      (Array.isArray(names) ? (names as string[]) : []).flatMap((name, i) =>
        findUnknown(`${pointer}/${key}/${i}`, "event", name, knownEvents),
      ),
    ),
    ...Object.keys((state as object | undefined) ?? {}).flatMap((name) =>
      findUnknown(`${pointer}/state/${name}`, "screen with the state", name, stateNames),
    ),
    ...(date !== undefined && !isDay(String(on))
      ? [{ pointer: `${pointer}/on`, message: `there is no day ${String(on)}` }]
      : []),
  ];
}

const listStateNames = ({ state = {} }: DefinitionOf<"screen">): string[] => Object.keys(state);

const listEvents = ({ events }: DefinitionOf<"analytics">): string[] => events.map(({ event }) => event);

/** Roles in actions, expected elements and landmarks. */
function findRoles(value: unknown, pointer: string): Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "role" && typeof inner === "string") return findUnknown(`${pointer}/role`, "role", inner, roles);
    return ["see", "absent", "await", "in"].includes(key) ? findRoles(inner, `${pointer}/${key}`) : [];
  });
}

function findUnknown(pointer: string, what: string, name: string, known: Iterable<string>): Fault[] {
  const all = [...known];
  return all.includes(name) ? [] : [{ pointer, message: `there is no ${what} '${name}'${didYouMean(name, all)}` }];
}

/** The list has one name per zone. Other names are valid too. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** A calendar date: rejects 30 February. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
