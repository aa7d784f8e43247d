import type { RequestContext } from "#engine/contract/request.ts";
import type { LoadableRoot } from "#engine/core/scope/index.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { ConfigClient } from "./config-client.ts";

/** What the fetch of a root receives. */
export interface RootFetch {
  args: Record<string, unknown>;
  config: ConfigClient;
  signal: AbortSignal;
  context: RequestContext;
}
/** How a root is fetched, and the roots whose changes make it stale. */
export interface RootSource {
  fetch(fetch: RootFetch): Promise<unknown>;
  staleWith?: readonly string[];
  /** Depends on the open transaction. */
  ofTransaction?: true;
  /** Refetches after a change even if no screen shows it, because the next screen decides by it. */
  refreshInactive?: true;
}
/** The sources of all roots that a screen can load. */
export type RootSources = Readonly<Record<LoadableRoot, RootSource>>;

let sources: Partial<RootSources> = {};

/** Loads the sources. They are large, and the sign-in screen loads no roots. */
export async function loadRootSources(): Promise<void> {
  sources = await loadCode(() => import("./roots.ts").then(({ rootSources }) => rootSources));
}

/** The source of a root; undefined if a screen cannot load it. */
export const findRootSource = (root: string): RootSource | undefined =>
  Object.hasOwn(sources, root) ? sources[root as LoadableRoot] : undefined;

/** These roots and all roots that are stale with one of them. */
export function findStaleRoots(names: readonly string[]): ReadonlySet<string> {
  const stale = new Set(names);
  for (const name of stale)
    for (const [other, { staleWith }] of Object.entries(sources)) if (staleWith?.includes(name)) stale.add(other);
  return stale;
}
