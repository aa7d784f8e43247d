import { hashKey } from "@tanstack/react-query";
import type { RequestContext } from "#engine/contract/request.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { queryClient } from "#renderer/data/query-client.ts";
import { toStaticRoots, type RouteRoot } from "#renderer/runtime/roots.ts";
import { planLoads } from "#renderer/screen/plan-loads.ts";

/** The loads of a screen and the roots that are there. */
export type Plan = ReturnType<typeof planLoads>;

/** The input of a plan. */
interface PlanInput {
  readonly document: ScreenDefinition;
  readonly config: ConfigClient;
  readonly route: RouteRoot;
  readonly context: RequestContext;
}

const findState = (hash: string) => queryClient.getQueryCache().get(hash)?.state;

/** Caches the plan of a screen until its input changes. */
export class CachedPlan {
  #last: { screen: PlanInput; rootsKey: string; queries: { hash: string; state: unknown }[]; plan: Plan } | undefined;

  /** `screen` keeps its identity until the screen changes. */
  plan(screen: PlanInput): Plan {
    const { document, config, context, route } = screen;
    const statics = toStaticRoots(document, route, config, context);
    // These two roots only depend on the screen's configuration.
    const { organisation: _organisation, partners: _partners, ...own } = statics;
    const rootsKey = JSON.stringify(own);
    const last = this.#last;
    const isSame = last?.screen === screen && last.rootsKey === rootsKey;
    if (isSame && last.queries.every(({ hash, state }) => findState(hash) === state)) return last.plan;
    const plan = planLoads(document, config, context, statics);
    const queries = plan.planned.map(({ key }) => {
      const hash = hashKey(key);
      return { hash, state: findState(hash) };
    });
    this.#last = { screen, rootsKey, queries, plan };
    return plan;
  }
}
