import type { ScreenDocument } from "#engine/documents/screen.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { toPagedQuery, type PlannedLoad } from "./plan-loads.ts";

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

/** A screen's loads as they stand. */
export interface JudgedLoads {
  planned: readonly PlannedLoad[];
  /** In the order of `planned`. */
  results: readonly LoadResult[];
  pending: boolean;
  /** Something that the page does not do without is not there yet. */
  missing: boolean;
  /** What could not be had and the page cannot do without; what a document has to say to it comes first. */
  lacking: readonly PlannedLoad[];
}

/** Judges how the loads of a screen stand; `roots` are those that are there. */
export function judgeLoads(
  planned: readonly PlannedLoad[],
  results: readonly LoadResult[],
  roots: Record<string, unknown>,
): JudgedLoads {
  const relevant = planned.map((load, i) => ({ load, result: results[i] })).filter(({ load }) => load.enabled);
  return {
    planned,
    results,
    pending: relevant.some(({ result }) => result?.data === undefined && result?.isFetching),
    missing: relevant.some(({ load, result }) => result?.data === undefined && !isDoneWithout(load, result)),
    lacking: relevant
      .filter(
        ({ load: { load }, result }) =>
          result?.data === undefined && result?.isError && !load.optional && (isLineLost(result) || !roots["request"]),
      )
      .map(({ load }) => load),
  };
}

/** What a screen needs and does not have, as its loads are there. */
export const findUnmet = (
  document: ScreenDocument,
  config: ConfigClient,
  roots: Record<string, unknown>,
): Need | undefined => document.needs?.find(({ rule }) => !isTrue(rule, { roots, rules: config.rules }));

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

/** Its document may lead elsewhere, and has not yet done so; `told` are the failures that documents have spoken to. */
export function isUntold(
  load: PlannedLoad,
  { planned, results }: Pick<JudgedLoads, "planned" | "results">,
  told: ReadonlySet<string>,
): boolean {
  const result = results[planned.indexOf(load)];
  return result !== undefined && load.load.on?.failed !== undefined && findRefusal(load, result) !== undefined
    ? !told.has(toTrial(load, result))
    : false;
}

/** Fetches the next page of a root that comes in pages, of loads as they are planned now. */
export async function loadMore(planned: readonly PlannedLoad[], root: string, config: ConfigClient): Promise<void> {
  const load = planned.find((one) => one.enabled && one.load.root === root);
  const paged = load && toPagedQuery(load, config);
  if (paged) await (await loadPages()).fetchMore(paged);
}

/** The query that fetches a load. */
export function toQuery(planned: PlannedLoad, config: ConfigClient) {
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
