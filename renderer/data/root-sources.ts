import type { RequestContext } from "#engine/contract/request.ts";
import type { LoadableRoot, StaffRootName } from "#engine/core/scope/index.ts";
import type { SignInKind } from "#engine/core/definitions/app.ts";
import { getPageApp } from "#renderer/session/page-app.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { ConfigClient } from "./config-client.ts";

/** What the fetch of a root receives. */
export interface RootFetch {
  args: Record<string, unknown>;
  config: ConfigClient;
  signal: AbortSignal;
  context: RequestContext;
}
/** What the events of candidates name: the open transaction, any of them, the chat, notices or the profile. */
export type RootNews = "transaction" | "transactions" | "chat" | "notices" | "profile";

/** How a root is fetched, and the roots whose changes make it stale. */
export interface RootSource {
  fetch(fetch: RootFetch): Promise<unknown>;
  staleWith?: readonly string[];
  /** Depends on the open transaction. */
  ofTransaction?: true;
  /** Server-sent events `changed` after which the root is fetched again, while a screen shows it. */
  watch?: {
    toAddress(args: RootFetch["args"]): string;
    /** Returns whether an event with this data concerns the root. */
    concerns(data: unknown, args: RootFetch["args"]): boolean;
  };
  /** The changes, announced to the candidate's pages, after which the root is fetched again. */
  news?: readonly RootNews[];
  /** Refetches after a change even if no screen shows it, because the next screen decides by it. */
  refreshInactive?: true;
}
/** The sources of all roots that a candidate's screen can load. */
export type RootSources = Readonly<Record<Exclude<LoadableRoot, StaffRootName>, RootSource>>;
/** The sources of all roots that a screen of staff can load. */
export type StaffRootSources = Readonly<Record<StaffRootName, RootSource>>;

let sources: Partial<Record<LoadableRoot, RootSource>> = {};

/** Where the sources are, by who signs in. */
const loaders: Readonly<Record<SignInKind, () => Promise<RootSources | StaffRootSources>>> = {
  candidate: () => import("./roots.ts").then(({ rootSources }) => rootSources),
  staff: () => import("./staff-roots.ts").then(({ staffRootSources }) => staffRootSources),
};

/** Loads the sources. They are large, and the sign-in screen loads no roots. */
export async function loadRootSources(): Promise<void> {
  sources = await loadCode(loaders[getPageApp().signIn]);
}

/** The source of a root; undefined if a screen cannot load it. */
export const findRootSource = (root: string): RootSource | undefined =>
  Object.hasOwn(sources, root) ? sources[root as LoadableRoot] : undefined;

/** The roots that these changes make stale. */
export const findNewsRoots = (changes: readonly RootNews[]): string[] =>
  Object.entries(sources).flatMap(([name, { news }]) =>
    news?.some((change) => changes.includes(change)) ? [name] : [],
  );

/** These roots and all roots that are stale with one of them. */
export function findStaleRoots(names: readonly string[]): ReadonlySet<string> {
  const stale = new Set(names);
  for (const name of stale)
    for (const [other, { staleWith }] of Object.entries(sources)) if (staleWith?.includes(name)) stale.add(other);
  return stale;
}
