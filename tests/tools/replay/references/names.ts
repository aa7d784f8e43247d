import { listNames } from "#engine/authoring/check/support/names.ts";
import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { listActions, type Fault, type ReferenceCheck } from "./fault.ts";
import { roles } from "./roles.ts";

/** Organisation, form, language, time zone, verifications, events and roles are those that there are. */
export const findNameFaults: ReferenceCheck = (fixture, set) => {
  const requests = set.ofKind("request").filter(({ path }) => path.split("/")[1] === fixture.organisation);
  const forms = requests.map(({ document }) => document.id);
  const hasOrganisation = set.ids("organisation").includes(fixture.organisation);
  return [
    ...findStranger("/organisation", "organisation", fixture.organisation, set.ids("organisation")),
    ...(hasOrganisation ? findStranger("/form", `form of ${fixture.organisation}`, fixture.form, forms) : []),
    ...findStranger("/locale", "language", fixture.locale, ["en", ...set.ids("locale")]),
    ...(isTimeZone(fixture.timeZone)
      ? []
      : findStranger("/timeZone", "time zone", fixture.timeZone, Intl.supportedValuesOf("timeZone"))),
    ...listActions(fixture).flatMap(({ action, pointer }) => [
      ...findNamed(set, action, pointer),
      ...findRoles(action, pointer),
    ]),
  ];
};

function findNamed(set: DefinitionSet, action: Readonly<Record<string, unknown>>, pointer: string): Fault[] {
  const { verificationName, events, besides, date, on, handed } = action;
  const verifications = listNames(set, "verification") ?? [];
  const counted = set.ofKind("analytics").flatMap(({ document }) => listEvents(document as DefinitionOf<"analytics">));
  const handable = set.ofKind("screen").flatMap(({ document }) => listHanded(document as DefinitionOf<"screen">));
  return [
    ...(typeof verificationName === "string" && !verificationName.includes("{")
      ? findStranger(`${pointer}/verificationName`, "verification", verificationName, verifications)
      : []),
    ...Object.entries({ events, besides }).flatMap(([key, names]) =>
      (Array.isArray(names) ? (names as string[]) : []).flatMap((name, i) =>
        findStranger(`${pointer}/${key}/${i}`, "event", name, counted),
      ),
    ),
    ...Object.keys((handed as object | undefined) ?? {}).flatMap((name) =>
      findStranger(`${pointer}/handed/${name}`, "screen that is handed a", name, handable),
    ),
    ...(date !== undefined && !isDay(String(on))
      ? [{ pointer: `${pointer}/on`, message: `there is no day ${String(on)}` }]
      : []),
  ];
}

const listHanded = ({ state = {} }: DefinitionOf<"screen">): string[] => Object.keys(state);

const listEvents = ({ events }: DefinitionOf<"analytics">): string[] => events.map(({ event }) => event);

/** Roles stand in actions, in what is seen, and in the landmark that something is looked for in. */
function findRoles(value: unknown, pointer: string): Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "role" && typeof inner === "string") return findStranger(`${pointer}/role`, "role", inner, roles);
    return ["see", "gone", "await", "in"].includes(key) ? findRoles(inner, `${pointer}/${key}`) : [];
  });
}

function findStranger(pointer: string, what: string, name: string, known: Iterable<string>): Fault[] {
  const all = [...known];
  return all.includes(name) ? [] : [{ pointer, message: `there is no ${what} '${name}'${didYouMean(name, all)}` }];
}

/** Of several names of a zone only one is listed; all are taken. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** A day of the calendar: the 30th of February is none. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
