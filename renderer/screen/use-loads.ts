import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { toStaticRoots, type RouteRoot } from "#renderer/runtime/roots.ts";
import { planLoads, toPagedQuery, type PlannedLoad } from "./plan-loads.ts";

/** Few screens show lists that come in pages. */
const loadPages = () => import("#renderer/data/paged.ts");

/** How one load of the screen stands. */
export type LoadResult = {
  data: unknown;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
};

/** What a screen needs, and what is done where it does not hold. */
export type Need = NonNullable<ScreenDocument["needs"]>[number];

/** What a screen loads, and the roots that are there. */
export interface Loads {
  planned: readonly PlannedLoad[];
  /** In the order of `planned`. */
  results: readonly LoadResult[];
  /** The roots of this drawing. */
  roots: Record<string, unknown>;
  /** The roots of this moment. */
  readRoots(): Record<string, unknown>;
  pending: boolean;
  /** What the screen needs and does not have, once its loads are there: its body is not drawn. */
  unmet: Need | undefined;
  /** What could not be had and the page cannot do without; what a document has to say to it comes first. */
  lacking: readonly PlannedLoad[];
  retry(): void;
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
    () => planLoads(document, config, context, toStaticRoots(document, route, config)),
    [document, config, context, route],
  );
  const { planned, roots } = plan();
  const results = useQueries({ queries: planned.map((load) => toQuery(load, config)) });
  const relevant = planned.map((load, i) => ({ load, result: results[i] })).filter(({ load }) => load.enabled);
  const pending = relevant.some(({ result }) => result?.data === undefined && result?.isFetching);
  const missing = relevant.some(({ load, result }) => result?.data === undefined && !isDoneWithout(load, result));
  return {
    planned,
    results,
    roots,
    readRoots: useCallback(() => plan().roots, [plan]),
    pending,
    unmet: useUnmet(document, config, route, missing ? undefined : roots),
    lacking: relevant
      .filter(
        ({ load: { load }, result }) =>
          result?.data === undefined && result?.isError && !load.optional && (isLineLost(result) || !roots["request"]),
      )
      .map(({ load }) => load),
    retry: () => results.forEach((result) => result.isError && void result.refetch()),
    loadMore: useCallback(
      async (root) => {
        const paged = plan()
          .planned.filter(({ load, enabled }) => enabled && load.root === root)
          .map((load) => toPagedQuery(load, config))[0];
        if (paged) await (await loadPages()).fetchMore(paged);
      },
      [plan, config],
    ),
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
  if (roots && judged.current?.route !== route) {
    const unmet = document.needs?.find(({ rule }) => !isTrue(rule, { roots, rules: config.rules }));
    judged.current = { route, unmet };
  }
  return judged.current?.route === route ? judged.current.unmet : undefined;
}

/** It could not be had, and the page goes on without it. */
export const isDoneWithout = (
  { load }: Pick<PlannedLoad, "load">,
  result: Pick<LoadResult, "isError"> | undefined,
): boolean => load.optional === true && result?.isError === true;

/** Nobody said no: the line was lost. The page offers to try again, and its `failed` event stays for answers. */
const isLineLost = ({ error }: { error: unknown }): boolean => error instanceof Failure && error.status === 0;

/** The server has said no to a poll: there is nothing to wait for. */
export const isPollRefused = ({ load }: Pick<PlannedLoad, "load">, { error }: { error: unknown }): boolean =>
  load.poll !== undefined && error instanceof Failure && error.status > 0 && error.status < 500;

/** What is shown already stays while the server is in trouble: nobody said that it is not so any more. */
const isFault = ({ error }: { error: unknown }): boolean => error instanceof Failure && error.status >= 500;

/** The answer that a document's `failed` speaks to; undefined while there is none. A lost line speaks to nobody but where the page does without. */
export const findRefusal = ({ load }: Pick<PlannedLoad, "load">, result: LoadResult): object | undefined =>
  !result.isError ||
  load.poll ||
  (isLineLost(result) && !load.optional) ||
  (isFault(result) && result.data !== undefined)
    ? undefined
    : (result.error as object);

/** What became of a load that failed, told from its next failure. */
export const toTrial = ({ key }: Pick<PlannedLoad, "key">, { errorUpdatedAt }: LoadResult): string =>
  JSON.stringify([key, errorUpdatedAt]);

function toQuery(planned: PlannedLoad, config: ConfigClient) {
  const { source, key, args, enabled, context, load } = planned;
  const paged = toPagedQuery(planned, config);
  return {
    queryKey: key,
    enabled,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      paged ? (await loadPages()).fetchPaged(paged, signal) : source.fetch({ args, config, signal, context }),
    // A poll waits for the line: its attempts are counted, and an error ends it.
    ...(load.poll
      ? { networkMode: "online" as const, retry: false, staleTime: 0, refetchInterval: toInterval(load, config) }
      : {}),
  };
}

/** Poll: at once, then every so often, until the rule holds, an error comes, or no attempt is left. */
function toInterval({ root, poll }: PlannedLoad["load"], config: ConfigClient) {
  return ({ state }: { state: { data?: unknown; error: unknown; dataUpdateCount: number } }): number | false => {
    if (!poll || state.error || state.dataUpdateCount >= poll.times) return false;
    const until =
      state.data !== undefined && isTrue(poll.until, { roots: { [root]: state.data }, rules: config.rules });
    return until ? false : poll.everySeconds * 1000;
  };
}

function useMinute(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}
