import { weekdays } from "#engine/core/definitions/support.ts";
import { below, check, type Check } from "./check.ts";
import { definitions } from "./support/places.ts";

const supportCatalogue = definitions("support");

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** Faults of the hours of support. */
export const supportChecks: readonly Check[] = [
  check({
    code: "support/unknown-zone",
    why: "The time at which support is back cannot be computed",
    at: supportCatalogue,
    test: ({ document: { hours } }) =>
      isZone(hours.timeZone) ? undefined : below("/hours/timeZone", `There is no time zone "${hours.timeZone}"`),
  }),
  check({
    code: "support/empty-hours",
    why: "Support would be open on this day for no minute",
    at: supportCatalogue,
    test: ({ document: { hours } }) =>
      weekdays.flatMap((day) => {
        const open = hours.days[day];
        if (!open || open.from < open.to) return [];
        return [below(`/hours/days/${day}/to`, `The day ends at ${open.to}, before it begins at ${open.from}`)];
      }),
  }),
  check({
    code: "support/never-open",
    why: "The candidate would read no time at which support is back",
    at: supportCatalogue,
    test: ({ document: { hours } }) =>
      weekdays.some((day) => hours.days[day]) ? undefined : below("/hours/days", "Support is open on no day"),
  }),
];
