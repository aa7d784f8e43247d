import { generatePath, matchPath } from "react-router-dom";
import type { RequestContext } from "#engine/contract/request.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import type { ConfigClient, RouteEntry } from "#renderer/data/config-client.ts";

/** The routes of all screens, and the languages. */
export const getRoutes = (config: ConfigClient) => config.get("routes", "routes");

/** A screen whose route matches the address, with the path parameters. */
export interface MatchedRoute {
  entry: RouteEntry;
  params: Record<string, string | undefined>;
}

/** The screen for an address. Skips screens that the user may not see; screens with `when` come first. */
export function findScreen(
  config: ConfigClient,
  path: string,
  signedIn: boolean,
  toScope: (params: MatchedRoute["params"]) => Scope,
): MatchedRoute | undefined {
  const matching = findMatching(getRoutes(config).routes, path);
  const allowed = matching.filter(
    ({ entry }) => entry.access === "public" || (entry.access === "signedIn") === signedIn,
  );
  const sorted = allowed.sort((a, b) => Number(b.entry.when !== undefined) - Number(a.entry.when !== undefined));
  return sorted.find(({ entry, params }) => isTrue(entry.when, toScope(params)));
}

let lastMatch: { of?: readonly RouteEntry[]; path?: string; found: MatchedRoute[] } = { found: [] };
/** The screens whose route matches. The last result is cached, because one address is resolved many times. */
function findMatching(routes: readonly RouteEntry[], path: string): readonly MatchedRoute[] {
  if (lastMatch.of !== routes || lastMatch.path !== path) {
    const found = routes.flatMap((entry) => {
      const params = [entry.route]
        .flat()
        .map((route) => matchPath({ path: route, end: true }, path)?.params)
        .find(Boolean);
      return params ? [{ entry, params }] : [];
    });
    lastMatch = { of: routes, path, found };
  }
  return lastMatch.found;
}

const findSignIn = (config: ConfigClient): RouteEntry | undefined =>
  getRoutes(config).routes.find(({ access }) => access === "signedOut");

/** The path of the sign-in screen: the one for signed-out users only. */
export const toSignInPath = (config: ConfigClient): string => [findSignIn(config)?.route ?? "/"].flat()[0] ?? "/";

/** The address of the sign-in screen, with the organisation of the address before where the screen declares it. */
export function toSignInAddress(config: ConfigClient, search: string): string {
  const orgId = new URLSearchParams(search).get("orgId");
  const path = toSignInPath(config);
  return orgId && findSignIn(config)?.query?.["orgId"] ? `${path}?${new URLSearchParams({ orgId }).toString()}` : path;
}

/** The address of the app's home screen. */
export const toHomePath = (config: ConfigClient): string => toPath(config, config.app.home, {}, {}, {});

/** Returns whether any screen has this address. */
export const isKnownPath = (config: ConfigClient, path: string): boolean =>
  findMatching(getRoutes(config).routes, path).length > 0;

/** The address of a screen. The open ids fill path parameters and declared query keys that are left out. */
export function toPath(
  config: ConfigClient,
  screen: string,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
  open: RequestContext,
): string {
  const entry = getRoutes(config).routes.find(({ id }) => id === screen);
  if (!entry) throw new Error(`There is no screen ${screen}.`);
  const route = [entry.route].flat()[0] ?? "/";
  // Another form has another transaction, or none yet.
  const txnId = params["formId"] === undefined || params["formId"] === open.formId ? open.txnId : undefined;
  const known: Record<string, string | undefined> = { ...open, txnId, txId: txnId };
  const path = generatePath(route, toStrings({ ...known, ...params }));
  const declared = Object.fromEntries(
    Object.keys(entry.query ?? {})
      .filter((key) => known[key])
      .map((key) => [key, known[key]]),
  );
  const inherited = route.includes(":formId") && open.orgId ? { orgId: open.orgId } : {};
  const search = new URLSearchParams(toStrings({ ...inherited, ...declared, ...query })).toString();
  return search ? `${path}?${search}` : path;
}

const toStrings = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([key, value]) => [key, String(value)]),
  );

/** The query of an address, typed as the screen declares it: "true" becomes true, digits become numbers. */
export function readQuery(entry: RouteEntry, search: string): Record<string, unknown> {
  const values = toDefaults(entry.query);
  for (const [key, text] of new URLSearchParams(search)) {
    const type = entry.query?.[key];
    if (type?.enum && !type.enum.includes(text)) continue;
    values[key] =
      type?.type === "boolean"
        ? text === "true"
        : type?.type === "integer" || type?.type === "number"
          ? Number(text)
          : text;
  }
  return values;
}

/** The declared default values. */
export const toDefaults = (types: RouteEntry["query"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(types ?? {}).flatMap(([name, type]) => (type.default === undefined ? [] : [[name, type.default]])),
  );
