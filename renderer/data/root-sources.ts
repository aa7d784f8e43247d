import type { RequestContext } from "#engine/api/request.ts";
import type { RootName } from "#engine/scope/index.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import type { ConfigClient } from "./config-client.ts";

/** What a root's fetch may use: its arguments, the documents, and a way to stop. */
export interface RootFetch {
  args: Record<string, unknown>;
  config: ConfigClient;
  signal: AbortSignal;
  context: RequestContext;
}
/** How a root is fetched, and which roots' changes make it stale beside its own. */
export interface RootSource {
  fetch(fetch: RootFetch): Promise<unknown>;
  staleWith?: readonly string[];
  /** It depends on which transaction is open. */
  ofTransaction?: true;
  /** It says what may be done: whoever changed it waits until it is fresh, also where no page shows it, for the next one does. */
  leads?: true;
}
/** The sources of the roots that a screen can load. */
export type RootSources = Readonly<Partial<Record<RootName, RootSource>>>;

let sources: RootSources = {};

/** Fetches what makes roots: it is much, and a screen that loads none, as the one to sign in, does without. */
export async function loadRootSources(): Promise<void> {
  sources = await fetchCode(() => import("./roots.ts").then(({ rootSources }) => rootSources));
}

/** How a root is fetched; undefined for one that a screen cannot load. */
export const findRootSource = (root: string): RootSource | undefined =>
  Object.hasOwn(sources, root) ? sources[root as RootName] : undefined;

/** These roots, and those that are stale with one of them. */
export function closeOverStale(names: readonly string[]): ReadonlySet<string> {
  const stale = new Set(names);
  for (const name of stale)
    for (const [other, { staleWith }] of Object.entries(sources)) if (staleWith?.includes(name)) stale.add(other);
  return stale;
}
