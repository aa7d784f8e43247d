import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import { hashKey } from "@tanstack/react-query";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure, isTransient } from "#renderer/data/failure.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import { loadCode, MissingCodeError } from "#renderer/session/code-loading.ts";
import { toPagedQuery, type PlannedLoad } from "./plan-loads.ts";

/** Loaded on demand: few screens show lists in pages. */
const loadPages = () => loadCode(() => import("#renderer/data/paged.ts"));

/** The state of one load. */
export type LoadResult = {
  data: unknown;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
};

/** A condition of a screen, and the steps that run when it does not hold. */
export type ScreenRequirement = NonNullable<ScreenDefinition["needs"]>[number];

/** The state of all loads of a screen. */
export interface LoadState {
  planned: readonly PlannedLoad[];
  /** In the order of `planned`. */
  results: readonly LoadResult[];
  pending: boolean;
  /** A required root is not there yet. */
  isIncomplete: boolean;
  /** Required loads that failed. Their `failed` steps run before the page shows the failure. */
  failedRequired: readonly PlannedLoad[];
}

/** Summarises the loads of a screen. `roots` are the roots that are there. */
export function toLoadState(
  planned: readonly PlannedLoad[],
  results: readonly LoadResult[],
  roots: Record<string, unknown>,
): LoadState {
  const relevant = planned.map((load, i) => ({ load, result: results[i] })).filter(({ load }) => load.enabled);
  return {
    planned,
    results,
    pending: relevant.some(({ result }) => result?.data === undefined && result?.isFetching),
    isIncomplete: relevant.some(({ load, result }) => result?.data === undefined && !isOptionalFailure(load, result)),
    failedRequired: relevant
      .filter(
        ({ load: { load }, result }) =>
          result?.data === undefined &&
          result?.isError &&
          !load.optional &&
          (isUnanswered(result) || !roots["request"]),
      )
      .map(({ load }) => load),
  };
}

/** The first requirement of a screen that does not hold. */
export const findUnmetRequirement = (
  document: ScreenDefinition,
  config: ConfigClient,
  roots: Record<string, unknown>,
): ScreenRequirement | undefined => document.needs?.find(({ rule }) => !isTrue(rule, { roots, rules: config.rules }));

/** Returns whether the load failed and is optional. */
export const isOptionalFailure = (
  { load }: Pick<PlannedLoad, "load">,
  result: Pick<LoadResult, "isError"> | undefined,
): boolean => load.optional === true && result?.isError === true;

/**
 * Returns whether there is no answer: the network connection or the code failed. The page offers a retry; the `failed`
 * event is for answers.
 */
const isUnanswered = ({ error }: { error: unknown }): boolean =>
  error instanceof MissingCodeError || (error instanceof Failure && error.status === 0);

/** Returns whether the server refused a poll. Waiting longer is of no use. */
export const isPollRefused = ({ load }: Pick<PlannedLoad, "load">, { error }: { error: unknown }): boolean =>
  load.poll !== undefined && error instanceof Failure && !isTransient(error);

/** Returns whether the server failed. Content that is already on the screen stays. */
const isServerError = ({ error }: { error: unknown }): boolean => error instanceof Failure && error.status >= 500;

/**
 * The error that the `failed` steps of a load handle; undefined if they handle none. A lost connection counts for
 * optional loads only.
 */
export const findHandledFailure = ({ load }: Pick<PlannedLoad, "load">, result: LoadResult): object | undefined =>
  !result.isError ||
  load.poll ||
  (isUnanswered(result) && !load.optional) ||
  (isServerError(result) && result.data !== undefined)
    ? undefined
    : (result.error as object);

/** Identifies one failure of a load, so that each failure is handled once. */
export const toFailureKey = ({ key }: Pick<PlannedLoad, "key">, { errorUpdatedAt }: LoadResult): string =>
  JSON.stringify([key, errorUpdatedAt]);

/**
 * Returns whether the `failed` steps of a load have still to run. `handledFailures` holds the keys of failures that
 * were handled.
 */
export function awaitsFailureEvent(
  load: PlannedLoad,
  { planned, results }: Pick<LoadState, "planned" | "results">,
  handledFailures: ReadonlySet<string>,
): boolean {
  const result = results[planned.indexOf(load)];
  return result !== undefined && load.load.on?.failed !== undefined && findHandledFailure(load, result) !== undefined
    ? !handledFailures.has(toFailureKey(load, result))
    : false;
}

/** Fetches the next page of a paged root. */
export async function loadMore(planned: readonly PlannedLoad[], root: string, config: ConfigClient): Promise<void> {
  const load = planned.find((one) => one.enabled && one.load.root === root);
  const pagedQuery = load && toPagedQuery(load, config);
  if (pagedQuery) await (await loadPages()).fetchMore(pagedQuery);
}

/**
 * Counts the attempts of a screen's polls since the screen was shown. The query and the `settled` event both ask here,
 * so that they end together.
 */
export class Polls {
  readonly #before = new Map<string, number>();

  /** Counts the finished attempts since the first call for this load. */
  countAttempts({ key }: Pick<PlannedLoad, "key">): number {
    const hash = hashKey(key);
    const { dataUpdateCount = 0, errorUpdateCount = 0 } = queryClient.getQueryCache().get(hash)?.state ?? {};
    const attempts = dataUpdateCount + errorUpdateCount;
    const before = Math.min(this.#before.get(hash) ?? attempts, attempts);
    this.#before.set(hash, before);
    return attempts - before;
  }

  /**
   * Returns whether polling has ended: the condition holds, the server refused, or no attempt is left. An unanswered
   * attempt ends it only with `endsWithError`.
   */
  isOver(planned: PlannedLoad, { data, error }: Pick<LoadResult, "data" | "error">, scope: Scope): boolean {
    const { root, poll } = planned.load;
    if (!poll || this.countAttempts(planned) >= poll.times) return true;
    if (error) return poll.endsWithError === true || !isTransient(error);
    return data !== undefined && isTrue(poll.until, { ...scope, roots: { ...scope.roots, [root]: data } });
  }
}

/** The query of a load. */
export function toQuery(planned: PlannedLoad, config: ConfigClient, polls: Polls) {
  const { source, key, args, enabled, context, load } = planned;
  const pagedQuery = toPagedQuery(planned, config);
  return {
    queryKey: key,
    enabled,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      pagedQuery ? (await loadPages()).fetchPaged(pagedQuery, signal) : source.fetch({ args, config, signal, context }),
    // A poll waits for the network connection, and each attempt counts.
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

/** Polls at once, then at the interval until the poll is over. */
function toInterval(planned: PlannedLoad, config: ConfigClient, polls: Polls) {
  const everyMs = (planned.load.poll?.everySeconds ?? 0) * 1000;
  polls.countAttempts(planned); // starts the count
  return ({ state }: { state: Pick<LoadResult, "error"> & { data?: unknown } }): number | false =>
    polls.isOver(planned, { data: state.data, error: state.error }, { roots: {}, rules: config.rules })
      ? false
      : everyMs;
}
