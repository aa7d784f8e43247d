import type { ScreenDocument } from "#engine/documents/screen.ts";
import { isTrue, type Scope } from "#engine/rules/evaluate.ts";
import { hashKey } from "@tanstack/react-query";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure, isUnanswered } from "#renderer/data/failure.ts";
import { queryClient } from "#renderer/data/query.ts";
import { fetchCode, MissingCode } from "#renderer/session/page-code.ts";
import { toPagedQuery, type PlannedLoad } from "./plan-loads.ts";

/** Few screens show lists that come in pages. */
const loadPages = () => fetchCode(() => import("#renderer/data/paged.ts"));

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

/** Nobody said no: the line was lost, or the code that makes something of the answer. The page offers to try again, and its `failed` event stays for answers. */
const isLineLost = ({ error }: { error: unknown }): boolean =>
  error instanceof MissingCode || (error instanceof Failure && error.status === 0);

/** The server has said no to a poll: there is nothing to wait for. */
export const isPollRefused = ({ load }: Pick<PlannedLoad, "load">, { error }: { error: unknown }): boolean =>
  load.poll !== undefined && error instanceof Failure && !isUnanswered(error);

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

/**
 * The polls of a screen from when it stands: what was asked of one before somebody came back is no attempt of now. Who asks
 * again and who says that nobody does ask here, so that neither stops without the other.
 */
export class Polls {
  readonly #before = new Map<string, number>();

  /** How many attempts are over, answered or not. Counted from the first time that this is asked. */
  count({ key }: Pick<PlannedLoad, "key">): number {
    const hash = hashKey(key);
    const { dataUpdateCount = 0, errorUpdateCount = 0 } = queryClient.getQueryCache().get(hash)?.state ?? {};
    const all = dataUpdateCount + errorUpdateCount;
    const before = Math.min(this.#before.get(hash) ?? all, all);
    this.#before.set(hash, before);
    return all - before;
  }

  /** Nobody asks again: it is as it was waited for, the answer was no, or no attempt is left. An attempt that nobody answered ends it only where the document says so. */
  isOver(planned: PlannedLoad, { data, error }: Pick<LoadResult, "data" | "error">, scope: Scope): boolean {
    const { root, poll } = planned.load;
    if (!poll || this.count(planned) >= poll.times) return true;
    if (error) return poll.endsWithError === true || !isUnanswered(error);
    return data !== undefined && isTrue(poll.until, { ...scope, roots: { ...scope.roots, [root]: data } });
  }
}

/** The query that fetches a load. */
export function toQuery(planned: PlannedLoad, config: ConfigClient, polls: Polls) {
  const { source, key, args, enabled, context, load } = planned;
  const paged = toPagedQuery(planned, config);
  return {
    queryKey: key,
    enabled,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      paged ? (await loadPages()).fetchPaged(paged, signal) : source.fetch({ args, config, signal, context }),
    // A poll waits for the line, and each attempt is counted.
    ...(load.poll
      ? {
          networkMode: "online" as const,
          retry: false,
          staleTime: 0,
          refetchInterval: toInterval(planned, config, polls),
        }
      : {}),
  };
}

/** Poll: at once, then every so often, until it is over. */
function toInterval(planned: PlannedLoad, config: ConfigClient, polls: Polls) {
  const everyMs = (planned.load.poll?.everySeconds ?? 0) * 1000;
  polls.count(planned); // from now on
  return ({ state }: { state: Pick<LoadResult, "error"> & { data?: unknown } }): number | false =>
    polls.isOver(planned, { data: state.data, error: state.error }, { roots: {}, rules: config.rules })
      ? false
      : everyMs;
}
