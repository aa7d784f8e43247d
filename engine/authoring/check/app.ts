import { failureCodes } from "#engine/core/scope/shapes/failure.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { below, check, emptyRange, type Check, type Finding } from "./check.ts";
import { definitions, repeatedIndexes } from "./support/places.ts";
import { pathsOf } from "./support/screens.ts";
import { didYouMean } from "./support/suggestion.ts";

const failuresCatalogue = definitions("failures");
const limitsCatalogue = definitions("limits");
const menuCatalogue = definitions("menu");
const titlesCatalogue = definitions("titles");

const knownFailureCodes = failureCodes.map(String);

/** Faults of the parts of an app beside its screens: menu, titles, failures, limits. */
export const appChecks: readonly Check[] = [
  check({
    code: "menu/duplicate-entry",
    why: "An override finds an entry by its id",
    at: menuCatalogue,
    test: ({ document: { items } }) => {
      const ids = items.map(({ id }) => id);
      return repeatedIndexes(ids).map((index) =>
        below(`/items/${index}/id`, `The menu already has an entry "${ids[index]}"`),
      );
    },
  }),
  check({
    code: "menu/wrong-target",
    why: "An entry that opens nothing does nothing, and one cannot open two things",
    at: menuCatalogue,
    test: ({ document: { items } }) =>
      items.flatMap(({ id, screen, action }, index) => {
        if ((screen === undefined) !== (action === undefined)) return [];
        const found = screen === undefined ? "neither" : "both";
        return [below(`/items/${index}`, `An entry has a screen or an action; "${id}" has ${found}`)];
      }),
  }),
  check({
    code: "titles/screen-has-title",
    why: "The screen at this path has its own title",
    at: titlesCatalogue,
    test: ({ document }, set) => {
      const screens = definitions("screen")(set).map((one) => one.document);
      return Object.keys(document.titles).flatMap((segment) => {
        const screen = screens.find((one) => pathsOf(one).some((path) => path.split("/")[1] === segment));
        if (!screen) return [];
        const message = `The screen ${screen.id} has the path /${segment} and its own title`;
        return [below(`/titles/${toPointerStep(segment)}`, message)];
      });
    },
  }),
  check({
    code: "failures/unknown-code",
    why: "No answer has the code, so its text is never shown",
    at: failuresCatalogue,
    test: ({ document }) =>
      Object.keys(document.codes)
        .filter((code) => !knownFailureCodes.includes(code))
        .map((code) => {
          const message = `No answer has the code ${code}${didYouMean(code, knownFailureCodes)}`;
          return below(`/codes/${toPointerStep(code)}`, message);
        }),
  }),
  check({
    code: "failures/unknown-status",
    why: "No answer has the status, so its text is never shown",
    at: failuresCatalogue,
    test: ({ document }) =>
      Object.keys(document.statuses)
        .filter((status) => !/^[1-5]\d\d$/.test(status))
        .map((status) => below(`/statuses/${toPointerStep(status)}`, `${status} is not an HTTP status: 100 to 599`)),
  }),
  check({
    code: "limits/late-reminder",
    why: "The form is closed by then, so the reminder is never sent",
    at: limitsCatalogue,
    test: ({ document: { limits } }) =>
      limits.remindersAtDays.flatMap((days, index) => {
        if (days < limits.closesAfterDays) return [];
        const message = `The form closes after ${limits.closesAfterDays} days: remove the reminder after ${days}`;
        return [below(`/limits/remindersAtDays/${index}`, message)];
      }),
  }),
  check({
    code: "limits/empty-range",
    why: "No number is between the least and the most",
    at: limitsCatalogue,
    test: ({ document: { limits } }): readonly Finding[] =>
      [
        emptyRange("/limits/verifiedWithinWorkingDays", "days", limits.verifiedWithinWorkingDays),
        emptyRange("/limits/captchaWork", "steps", limits.captchaWork),
      ].filter((finding) => finding !== undefined),
  }),
];
