import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { findStaleRoots, findRootSource, type RootSource } from "#renderer/data/root-sources.ts";
import type { PageArguments, PagedQuery } from "#renderer/data/paged.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition, ScreenLoad } from "#engine/core/definitions/screen.ts";
import { hashKey, type Query } from "@tanstack/react-query";
import { isTrue } from "#engine/core/rules/evaluate.ts";

/** A root of the screen, with the arguments to fetch it with. */
export interface PlannedLoad {
  load: ScreenLoad;
  source: RootSource;
  enabled: boolean;
  key: readonly unknown[];
  args: Record<string, unknown>;
  context: RequestContext;
}

/** The query of a paged load; undefined for a load that is not paged. */
export function toPagedQuery({ load, source, key, args, context }: PlannedLoad, config: ConfigClient) {
  if (!load.pages) return undefined;
  return {
    key,
    pages: load.pages,
    fetchPage: (page: PageArguments, signal = new AbortController().signal) =>
      source.fetch({ args: { ...args, ...page }, config, signal, context }),
  } satisfies PagedQuery;
}

/** Body code: the transaction belongs to another candidate. */
const refusedCode = 103;

/**
 * Plans the loads of a screen and collects the roots that are there. A load's `when` and `with` see the roots of
 * earlier loads.
 */
export function planLoads(
  document: ScreenDefinition,
  config: ConfigClient,
  context: RequestContext,
  statics: Record<string, unknown>,
): { planned: PlannedLoad[]; roots: Record<string, unknown> } {
  const roots: Record<string, unknown> = { ...statics };
  const planned = (document.load ?? []).map((load): PlannedLoad => {
    const scope = { roots, rules: config.rules };
    const source = findRootSource(load.root);
    if (!source) throw new Error(`Nothing fills the root ${load.root}.`);
    const enabled = isTrue(load.when, scope);
    const args = evaluateValues(load.with, scope);
    const key = [
      load.root,
      // A root contains texts of this organisation's definitions.
      config.orgId,
      config.manifest.locale,
      config.manifest.release,
      args,
      ...(source.ofTransaction ? [context] : []),
    ];
    // `getQueryState` would apply the options of a query that is not observed.
    const state = queryClient.getQueryCache().get(hashKey(key))?.state;
    if (enabled && state?.data !== undefined) roots[load.root] = state.data;
    if (enabled && load.root === "transaction" && state?.error instanceof Failure && state.error.code === refusedCode)
      roots["request"] = { ...(roots["request"] as object), refused: true };
    return { load, source, enabled, key, args, context };
  });
  return { planned, roots };
}

/** Fetches roots and their dependents again, or those of their queries. Resolves when all are fresh. */
export async function refreshRoots(
  names: readonly string[],
  isConcerned: (query: Query) => boolean = () => true,
): Promise<void> {
  const refresh = (name: string) =>
    queryClient.invalidateQueries({
      queryKey: [name],
      predicate: isConcerned,
      refetchType: findRootSource(name)?.refreshInactive ? "all" : "active",
    });
  await Promise.all([...findStaleRoots(names)].map(refresh));
}
