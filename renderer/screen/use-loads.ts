import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toStaticRoots, type RouteRoot } from "#renderer/runtime/roots.ts";
import { MissingCode, tryAgain } from "#renderer/session/page-code.ts";
import { findUnmet, judgeLoads, loadMore, Polls, toQuery, type JudgedLoads, type Need } from "./loads.ts";
import { planLoads } from "./plan-loads.ts";

/** What a screen loads, and the roots that are there. */
export interface Loads extends Omit<JudgedLoads, "missing"> {
  /** The roots of this drawing. */
  roots: Record<string, unknown>;
  /** The roots of this moment. */
  readRoots(): Record<string, unknown>;
  /** What the screen needs and does not have, once its loads are there: its body is not drawn. */
  unmet: Need | undefined;
  polls: Polls;
  retry(): Promise<void>;
  /** Fetches the next page of a root that comes in pages. */
  loadMore(root: string): Promise<void>;
}

/** Loads the roots of a screen, and draws it again when one comes or the minute changes. */
export function useLoads(
  document: ScreenDocument,
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
  const [polls] = useState(() => new Polls());
  const results = useQueries({ queries: planned.map((load) => toQuery(load, config, polls)) });
  const { missing, ...judged } = judgeLoads(planned, results, roots);
  return {
    ...judged,
    roots,
    polls,
    readRoots: useCallback(() => plan().roots, [plan]),
    unmet: useUnmet(document, config, route, missing ? undefined : roots),
    retry: () =>
      tryAgain(results.find(({ error }) => error instanceof MissingCode)?.error, () =>
        results.forEach((result) => result.isError && void result.refetch()),
      ),
    loadMore: useCallback((root) => loadMore(plan().planned, root, config), [plan, config]),
  };
}

/** Judged once for an address, when everything is there: what changes afterwards is the business of what is under way. */
function useUnmet(
  document: ScreenDocument,
  config: ConfigClient,
  route: RouteRoot,
  roots: Record<string, unknown> | undefined,
): Need | undefined {
  const judged = useRef<{ route: RouteRoot; unmet: Need | undefined }>(undefined);
  if (roots && judged.current?.route !== route) judged.current = { route, unmet: findUnmet(document, config, roots) };
  return judged.current?.route === route ? judged.current.unmet : undefined;
}

function useMinute(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}
