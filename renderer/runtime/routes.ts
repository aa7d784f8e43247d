import { generatePath, matchPath } from "react-router-dom";
import type { RequestContext } from "#engine/api/request.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";
import type { ConfigClient, RouteEntry } from "#renderer/data/config-client.ts";

/** Every screen's address, and the languages there are. */
export const getRoutes = (config: ConfigClient) => config.get("routes", "routes");

/** A screen whose route fits the address, with the parameters of its path. */
export interface Matched {
  entry: RouteEntry;
  params: Record<string, string | undefined>;
}

/** The screen for an address: those with `when` go first; a screen that the visitor may not see does not count. */
export function findScreen(
  config: ConfigClient,
  path: string,
  signedIn: boolean,
  toScope: (params: Matched["params"]) => Scope,
): Matched | undefined {
  const fitting = findFitting(getRoutes(config).routes, path);
  const allowed = fitting.filter(
    ({ entry }) => entry.access === "public" || (entry.access === "signedIn") === signedIn,
  );
  const sorted = allowed.sort((a, b) => Number(b.entry.when !== undefined) - Number(a.entry.when !== undefined));
  return sorted.find(({ entry, params }) => isTrue(entry.when, toScope(params)));
}

let fittingLast: { of?: readonly RouteEntry[]; path?: string; found: Matched[] } = { found: [] };
/** The screens whose address it may be; the last answer is kept, since whoever stands somewhere is asked about again and again. */
function findFitting(routes: readonly RouteEntry[], path: string): readonly Matched[] {
  if (fittingLast.of !== routes || fittingLast.path !== path) {
    const found = routes.flatMap((entry) => {
      const params = [entry.route]
        .flat()
        .map((route) => matchPath({ path: route, end: true }, path)?.params)
        .find(Boolean);
      return params ? [{ entry, params }] : [];
    });
    fittingLast = { of: routes, path, found };
  }
  return fittingLast.found;
}

/** Where a visitor signs in: the screen that only the signed-out see. */
export function toSignInPath(config: ConfigClient): string {
  const entry = getRoutes(config).routes.find(({ access }) => access === "signedOut");
  return [entry?.route ?? "/"].flat()[0] ?? "/";
}

/** True when some screen has this address, whoever may see it. */
export const isKnownPath = (config: ConfigClient, path: string): boolean =>
  findFitting(getRoutes(config).routes, path).length > 0;

/** The address of a screen. Path parameters and declared query keys that the document leaves out come from the open transaction. */
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
  // Another form than the open one has another transaction, or none yet.
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

/** The query of an address, typed as its screen declares it: "true" becomes true, numbers become numbers. */
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

/** What declared values begin with, where an address, a navigation or a step says nothing of them. */
export const toDefaults = (types: RouteEntry["query"]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(types ?? {}).flatMap(([name, type]) => (type.default === undefined ? [] : [[name, type.default]])),
  );
