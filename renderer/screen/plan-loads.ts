import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";
import { closeOverStale, findRootSource, type RootSource } from "#renderer/data/root-sources.ts";
import type { PagedQuery } from "#renderer/data/paged.ts";
import { queryClient } from "#renderer/data/query.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import type { RequestContext } from "#engine/api/request.ts";
import type { ScreenDocument, ScreenLoad } from "#engine/documents/screen.ts";
import { hashKey } from "@tanstack/react-query";
import { isTrue } from "#engine/rules/evaluate.ts";

/** One root of the screen as it is to be fetched now. */
export interface PlannedLoad {
  load: ScreenLoad;
  source: RootSource;
  enabled: boolean;
  key: readonly unknown[];
  args: Record<string, unknown>;
  context: RequestContext;
}

/** A load that comes in pages as its query; undefined for one that comes whole. */
export function toPagedQuery({ load, source, key, args, context }: PlannedLoad, config: ConfigClient) {
  if (!load.pages) return undefined;
  return {
    key,
    pages: load.pages,
    fetchPage: (page: object, signal = new AbortController().signal) =>
      source.fetch({ args: { ...args, ...page }, config, signal, context }),
  } satisfies PagedQuery;
}

/** The body code of the gate: the transaction belongs to somebody else. */
const refusedCode = 103;

/**
 * What to fetch for a screen, and the roots that are there. A load sees the roots of those before it, so that
 * its `when` and `with` may read them.
 */
export function planLoads(
  document: ScreenDocument,
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
      // What is made of an answer says what this organisation's documents say.
      config.orgId,
      config.manifest.locale,
      config.manifest.release,
      args,
      ...(source.ofTransaction ? [context] : []),
    ];
    // Looked up as `getQueryState` does, without the options of a query that is not asked.
    const state = queryClient.getQueryCache().get(hashKey(key))?.state;
    if (enabled && state?.data !== undefined) roots[load.root] = state.data;
    if (enabled && load.root === "transaction" && state?.error instanceof Failure && state.error.code === refusedCode)
      roots["request"] = { ...(roots["request"] as object), refused: true };
    return { load, source, enabled, key, args, context };
  });
  return { planned, roots };
}

/** Fetches the roots again, and those that depend on them; done when all are fresh. */
export async function refreshRoots(names: readonly string[]): Promise<void> {
  const refresh = (name: string) =>
    queryClient.invalidateQueries({ queryKey: [name], refetchType: findRootSource(name)?.leads ? "all" : "active" });
  await Promise.all([...closeOverStale(names)].map(refresh));
}
