import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { matchRoute } from "#engine/core/definitions/match-route.ts";
import { transactionQuery } from "#engine/core/definitions/transaction-ids.ts";
import type { Expr } from "#engine/core/rules/expression.ts";
import { below, check, elsewhere, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { definitions, listSteps } from "./support/places.ts";
import {
  listNavigations,
  parameterNames,
  parametersOf,
  parametersOfTransaction,
  pathsOf,
  toDeclaredSchema,
  toNamedSchema,
} from "./support/screens.ts";
import { findMisfits } from "./support/sites.ts";
import { didYouMean } from "./support/suggestion.ts";
import { filledPaths } from "./support/typed-expression.ts";

const screens = definitions("screen");

type Screen = DefinitionOf<"screen">;

const keysIn = (value: unknown): string[] => Object.keys((value ?? {}) as object);

const routePattern = /^\/(?:(?::?[A-Za-z0-9._-]+\??)(?:\/:?[A-Za-z0-9._-]+\??)*)?$/;

function findRouteFault(path: string): string | undefined {
  if (!routePattern.test(path))
    return `"${path}" is not a route: it begins with / and has steps such as "form" or ":formId"`;
  const names = parametersOf(path).map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined ? undefined : `${path} has the parameter "${repeated}" twice`;
}

/** Returns whether one visitor may see both screens. */
const shareVisitors = (a: Screen, b: Screen): boolean =>
  a.access === b.access || a.access === "public" || b.access === "public";

/** Returns whether an address can match both paths. */
function overlap(a: string, b: string): boolean {
  const stepsOf = (path: string) => path.split("/").filter(Boolean);
  const [left, right] = [stepsOf(a), stepsOf(b)];
  const required = (steps: readonly string[]) => steps.filter((step) => !step.endsWith("?")).length;
  const length = Math.min(left.length, right.length);
  if (required(left) > length || required(right) > length) return false;
  const same = (index: number) =>
    left[index] === right[index] || left[index]?.startsWith(":") === true || right[index]?.startsWith(":") === true;
  return Array.from({ length }, (_, index) => index).every(same);
}

/** The screens without a condition that come before one in the set. */
const earlierScreens = (set: DefinitionSet, { id }: Screen): Screen[] => {
  const all = screens(set).map(({ document }) => document);
  return all
    .slice(
      0,
      all.findIndex((screen) => screen.id === id),
    )
    .filter(({ when }) => when === undefined);
};

/** The values of query and state that a screen requires: those of its needs and of the loads that these read. */
function requiredValues(set: DefinitionSet, screen: Screen): string[] {
  const needed = (screen.needs ?? []).flatMap(({ rule }) => filledPaths(rule as Expr, set.rules));
  const roots = new Set(needed.map((path) => path.split(".")[0]!));
  const paths = [...needed, ...[...roots].flatMap((root) => pathsOfLoads(set, screen, root))];
  const names = paths.flatMap((path) => (path.startsWith("route.") ? [path.slice("route.".length)] : []));
  return [...new Set(names)].filter((name) => {
    const declared = screen.query?.[name] ?? screen.state?.[name];
    return declared !== undefined && declared.default === undefined && !parametersOfTransaction.includes(name);
  });
}

/** Paths that every load of a root needs. */
function pathsOfLoads(set: DefinitionSet, { load = [] }: Screen, root: string): readonly string[] {
  const conditions = load
    .filter((one) => one.root === root)
    .map(({ when }) => (when === undefined ? [] : filledPaths(when as Expr, set.rules)));
  return (conditions[0] ?? []).filter((path) => conditions.every((paths) => paths.includes(path)));
}

/** An empty value of an address counts as missing. */
const orEmpty = (schema: JsonSchema): JsonSchema => (schema["enum"] ? { anyOf: [schema, { const: "" }] } : schema);

const allPaths = (set: DefinitionSet): string[] => screens(set).flatMap(({ document }) => pathsOf(document));

/** Addresses that tabs of articles and steps name. */
const addresses = (set: DefinitionSet) => [
  ...definitions("articles")(set).flatMap(({ source, document }) =>
    (document.tabs ?? []).flatMap(({ route }, index) => {
      if (route === undefined) return [];
      const isKnown = (path: string) => path === route;
      return [{ source, pointer: `/tabs/${index}/route`, address: route, isKnown }];
    }),
  ),
  ...listSteps(set).flatMap(({ source, pointer, step }) => {
    const address = step["openLink"];
    if (typeof address !== "string") return [];
    const isKnown = (path: string) =>
      address.startsWith("/") && matchRoute(path, address.split(/[?#]/)[0] ?? "") !== undefined;
    return [{ source, pointer: `${pointer}/openLink`, address, isKnown }];
  }),
];

/** Faults of the routes of screens. */
const routeOfScreenChecks: readonly Check[] = [
  check({
    code: "route/duplicate",
    why: "Only one of the screens could be shown at this address",
    at: screens,
    test: ({ document }, set) => {
      const { when, access } = document;
      if (when !== undefined) return undefined;
      const paths = pathsOf(document);
      const earlier = earlierScreens(set, document).filter((one) => one.access === access);
      return paths.flatMap((path, index) => {
        const other = earlier.find((one) => pathsOf(one).includes(path));
        if (!other && paths.indexOf(path) === index) return [];
        const id = (other ?? document).id;
        return [below("/route", `${path} is already a route of ${id}; one of the two needs a "when"`)];
      });
    },
  }),
  check({
    code: "route/ambiguous",
    why: "An address matches the routes of two screens, so it is chance which one is shown",
    at: screens,
    test: ({ document }, set) => {
      if (document.when !== undefined) return undefined;
      return earlierScreens(set, document).flatMap((other) => {
        if (!shareVisitors(document, other)) return [];
        const clash = pathsOf(document).find((path) =>
          pathsOf(other).some((one) => one !== path && overlap(path, one)),
        );
        if (clash === undefined) return [];
        return [
          below("/route", `An address can match ${clash} and a route of ${other.id}; one of the two needs a "when"`),
        ];
      });
    },
  }),
  check({
    code: "route/invalid",
    why: "No address matches the route",
    at: screens,
    test: ({ document }) =>
      pathsOf(document).flatMap((path, index) => {
        const message = findRouteFault(path);
        const at = Array.isArray(document.route) ? `/route/${index}` : "/route";
        return message === undefined ? [] : [below(at, message)];
      }),
  }),
  check({
    code: "route/unused-parameter-type",
    why: "The route has no such parameter, so its type has no effect",
    at: screens,
    test: ({ document }) => {
      const names = parameterNames(document);
      return keysIn(document.params)
        .filter((name) => !names.includes(name))
        .map((name) =>
          below(`/params/${toPointerStep(name)}`, `The route has no parameter "${name}"${didYouMean(name, names)}`),
        );
    },
  }),
  check({
    code: "route/unknown-back-route",
    why: "The screen has no such route, so the way back is never used",
    at: screens,
    test: ({ document }) => {
      const { back } = document;
      const paths = pathsOf(document);
      return typeof back === "object"
        ? Object.keys(back)
            .filter((path) => !paths.includes(path))
            .map((path) => {
              const message = `The screen has no route ${path}${didYouMean(path, paths)}`;
              return below(`/back/${toPointerStep(path)}`, message);
            })
        : undefined;
    },
  }),
  check({
    code: "route/missing-back",
    why: "The screen has no way back at this route",
    at: screens,
    test: ({ document }) => {
      const { back } = document;
      const paths = pathsOf(document);
      // A mistyped route has its own finding.
      if (typeof back !== "object" || Object.keys(back).some((path) => !paths.includes(path))) return undefined;
      return paths
        .filter((path) => !Object.hasOwn(back, path))
        .map((path) => below("/back", `There is no way back from ${path}`));
    },
  }),
];

/** Faults of steps, notices and tabs that open a screen. */
const navigationChecks: readonly Check[] = [
  check({
    code: "route/unknown-address",
    why: "No screen has the address",
    at: addresses,
    test: ({ address, isKnown }, set) => {
      const paths = set.once(allPaths);
      if (set.isUnreadable("screen", "") || paths.some(isKnown)) return undefined;
      return `No screen has the address ${address}${didYouMean(address, paths)}`;
    },
  }),
  check({
    code: "route/unknown-parameter",
    why: "The screen does not declare the value, so it can never read it",
    at: listNavigations,
    test: ({ step, target }) => {
      const declared = {
        params: parameterNames(target),
        query: [...keysIn(target.query), ...keysIn(transactionQuery)],
        state: keysIn(target.state),
      };
      return Object.entries(declared).flatMap(([part, names]) =>
        keysIn(step[part])
          .filter((name) => !names.includes(name))
          .map((name) => {
            const message = `The screen ${target.id} declares no "${name}" under ${part}${didYouMean(name, names)}`;
            return below(`/${part}/${toPointerStep(name)}`, message);
          }),
      );
    },
  }),
  check({
    code: "route/missing-parameter",
    why: "The address of the screen would be incomplete",
    at: listNavigations,
    test: ({ step, target }) => {
      const present = [...keysIn(step["params"]), ...parametersOfTransaction];
      // A navigation uses the first route of the screen.
      return parametersOf(pathsOf(target)[0] ?? "")
        .filter(({ name, optional }) => !optional && !present.includes(name))
        .map(({ name }) => below("", `The address of the screen ${target.id} needs "${name}" under params`));
    },
  }),
  check({
    code: "route/wrong-parameter",
    why: "The screen declares another type of value",
    at: listNavigations,
    test: ({ source, pointer, step, target }, set) =>
      (["params", "query", "state"] as const).flatMap((part) =>
        Object.entries((step[part] ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
          const declared = target[part]?.[name];
          const schema = declared ? toDeclaredSchema(declared) : part === "params" ? { type: "string" } : undefined;
          const wanted = schema && toNamedSchema(name, schema);
          if (!wanted) return [];
          const at = `${pointer}/${part}/${toPointerStep(name)}`;
          return findMisfits(set, part === "state" ? wanted : orEmpty(wanted), source, at, value).map((misfit) =>
            elsewhere(misfit.pointer, `"${name}" of the screen ${target.id}: ${misfit.message}`),
          );
        }),
      ),
  }),
  check({
    code: "route/missing-required-value",
    why: "The screen needs the value and sends people away without it",
    at: listNavigations,
    test: ({ step, target }, set) => {
      const present = ["params", "query", "state"].flatMap((part) => keysIn(step[part]));
      return requiredValues(set, target)
        .filter((name) => !present.includes(name))
        .map((name) => {
          const part = target.query?.[name] ? "query" : "state";
          return below("", `The screen ${target.id} needs "${name}" under ${part} and sends people away without it`);
        });
    },
  }),
];

export const routeChecks: readonly Check[] = [...routeOfScreenChecks, ...navigationChecks];
