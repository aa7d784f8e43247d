import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toStaticRoots, type RouteRoot } from "#renderer/runtime/roots.ts";
import { MissingCodeError, retryLoad } from "#renderer/session/code-loading.ts";
import {
  findUnmetRequirement,
  toLoadState,
  loadMore,
  Polls,
  toQuery,
  type LoadState,
  type ScreenRequirement,
} from "./load-state.ts";
import { planLoads } from "./plan-loads.ts";
import { useWatch } from "./use-watch.ts";

/** The loads of a screen and the roots that are there. */
export interface Loads extends Omit<LoadState, "isIncomplete"> {
  /** The roots of this render. */
  roots: Record<string, unknown>;
  /** The roots at the time of the call. */
  readRoots(): Record<string, unknown>;
  /** The requirement that does not hold, once the loads are there. The screen then renders no body. */
  unmet: ScreenRequirement | undefined;
  polls: Polls;
  retry(): Promise<void>;
  /** Fetches the next page of a paged root. */
  loadMore(root: string): Promise<void>;
}

/** Loads the roots of a screen. Renders again when a root arrives and every minute. */
export function useLoads(
  document: ScreenDefinition,
  config: ConfigClient,
  route: RouteRoot,
  context: RequestContext,
): Loads {
  useMinute();
  const plan = useCallback(
    () => planLoads(document, config, context, toStaticRoots(document, route, config, context)),
    [document, config, context, route],
  );
  const { planned, roots } = plan();
  useWatch(planned);
  const [polls] = useState(() => new Polls());
  const results = useQueries({ queries: planned.map((load) => toQuery(load, config, polls)) });
  const { isIncomplete, ...loadState } = toLoadState(planned, results, roots);
  return {
    ...loadState,
    roots,
    polls,
    readRoots: useCallback(() => plan().roots, [plan]),
    unmet: useUnmet(document, config, route, isIncomplete ? undefined : roots),
    retry: () =>
      retryLoad(results.find(({ error }) => error instanceof MissingCodeError)?.error, () =>
        results.forEach((result) => result.isError && void result.refetch()),
      ),
    loadMore: useCallback((root) => loadMore(plan().planned, root, config), [plan, config]),
  };
}

/** Evaluates the requirements once per address, when all roots are there. Later changes belong to the running steps. */
function useUnmet(
  document: ScreenDefinition,
  config: ConfigClient,
  route: RouteRoot,
  roots: Record<string, unknown> | undefined,
): ScreenRequirement | undefined {
  const evaluated = useRef<{ route: RouteRoot; unmet: ScreenRequirement | undefined }>(undefined);
  if (roots && evaluated.current?.route !== route)
    evaluated.current = { route, unmet: findUnmetRequirement(document, config, roots) };
  return evaluated.current?.route === route ? evaluated.current.unmet : undefined;
}

function useMinute(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}
